import { matchModels, type NamedModel } from '@twostroke/shared/domain/match-models';
import { brands } from '@twostroke/shared/domain/places';
import { vehicleOf, type SelectedVehicle } from '@twostroke/shared/domain/vehicle';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import styles from './bike-search.module.css';
import { Chip, Chips } from './chip.tsx';
import { classList } from './class-list.ts';
import { Field } from './field.tsx';
import { LiveRegion } from './live-region.tsx';
import { TextInput } from './text-input.tsx';

export interface SearchableModel extends NamedModel {
  id: string;
  slug: string;
  body: string;
  /** Place among the shortcuts; null: none. */
  popular_rank: number | null;
}

export interface BikeSearchProps {
  models: readonly SearchableModel[];
  chosen: SelectedVehicle | null;
  onChoose: (vehicle: SelectedVehicle) => void;
  error?: string | null | undefined;
  /** Set it when an ErrorSummary links here. */
  id?: string;
}

const SHORTCUTS = 6;
const brandNames = Object.fromEntries(brands.map(({ slug, name }) => [slug, name]));

/** A bike: typed, and chosen from the list of what fits (a combobox), or one of the commonest by a chip. */
export function BikeSearch({ models, chosen, onChoose, error, id }: BikeSearchProps) {
  /** Null while nothing is typed: the field shows the chosen bike. */
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const searching = typed !== null && typed.trim() !== '';
  const found = searching ? matchModels(models, typed, brandNames) : [];
  const open = found.length > 0;
  const optionId = (index: number): string => `${listId}-${index}`;
  const popular = models
    .filter(({ popular_rank }) => popular_rank !== null)
    .sort((a, b) => Number(a.popular_rank) - Number(b.popular_rank))
    .slice(0, SHORTCUTS);
  useEffect(() => list.current?.children[at]?.scrollIntoView({ block: 'nearest' }), [at]);

  function choose(model: SearchableModel | undefined): void {
    const brand = brands.find(({ slug }) => slug === model?.brand_slug);
    if (!brand || !model) return;
    setTyped(null);
    onChoose(vehicleOf(brand, model));
  }

  function pressed(event: KeyboardEvent): void {
    if (event.key === 'Escape' && typed !== null) setTyped(null);
    else if (!open) return;
    else if (event.key === 'ArrowDown') setAt((at + 1) % found.length);
    else if (event.key === 'ArrowUp') setAt((at + found.length - 1) % found.length);
    else if (event.key === 'Enter') choose(found[at]);
    else return;
    event.preventDefault();
  }

  return (
    <div className={styles.search}>
      <Field label="Brand or model" id={id} error={error}>
        <TextInput
          role="combobox"
          aria-expanded={open}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={open ? optionId(at) : undefined}
          value={typed ?? (chosen ? `${chosen.brand.name} ${chosen.model.name}` : '')}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onFocus={(event) => event.target.select()}
          onBlur={() => setTyped(null)}
          onKeyDown={pressed}
          placeholder="Type Classic 350, Activa …"
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      {open && (
        // The focus stays in the field: a press on the list must not take it.
        <div ref={list} id={listId} role="listbox" aria-label="Bikes" className={styles.list}>
          {found.map((model, index) => (
            <button
              key={model.id}
              id={optionId(index)}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={classList(styles.option, index === at && styles.active)}
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(model)}
            >
              <b>{model.name}</b> <span className={styles.brand}>{brandNames[model.brand_slug]}</span>
            </button>
          ))}
        </div>
      )}
      {searching && !open && <p className={styles.none}>No model of ours fits this. Check the letters.</p>}
      {!open && popular.length > 0 && (
        <Chips label="Common bikes">
          {popular.map((model) => (
            <Chip key={model.id} pressed={model.id === chosen?.modelId} onClick={() => choose(model)}>
              {model.name}
            </Chip>
          ))}
        </Chips>
      )}
      <LiveRegion message={searching ? (found.length === 1 ? '1 bike' : `${found.length} bikes`) : ''} />
    </div>
  );
}
