import type { NamedModel } from '@twostroke/shared/domain/match-models';
import { brands } from '@twostroke/shared/domain/brands';
import { modelIdOf, vehicleOf, type SelectedVehicle } from '@twostroke/shared/domain/vehicle';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import type * as bikeOptions from './bike-options.tsx';
import styles from './bike-search.module.css';
import { Chip, Chips } from './chip.tsx';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

export interface SearchableModel extends NamedModel {
  slug: string;
  body: string;
  /** Place among the shortcuts; null: none. */
  popular_rank: number | null;
}

type Models = readonly SearchableModel[];

export interface BikeSearchProps {
  models: Models;
  /** Reads all models once the visitor is about to type, where `models` are only those with a shortcut. */
  loadAll?: () => Promise<Models>;
  chosen: SelectedVehicle | null;
  onChoose: (vehicle: SelectedVehicle) => void;
  error?: string | null | undefined;
  /** Set it when an ErrorSummary links here. */
  id?: string;
}

/** A bike: typed, and chosen from the list of what fits (a combobox), or one of the commonest by a chip. */
export function BikeSearch({ models, loadAll, chosen, onChoose, error, id }: BikeSearchProps) {
  /** Null while nothing is typed: the field shows the chosen bike. */
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  /** Enter was pressed before the list had loaded. */
  const entered = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [list, setList] = useState<(typeof bikeOptions & { all: Models | undefined }) | 'failed' | null>(null);
  const loaded = list === 'failed' ? null : list;
  const searching = typed !== null && typed.trim() !== '';
  const found = searching && loaded ? loaded.findModels(loaded.all ?? models, typed) : null;
  const open = found !== null && found.length > 0;
  const optionId = (index: number): string => `${listId}-${index}`;
  const popular = models
    .filter(({ popular_rank }) => popular_rank !== null)
    .sort((a, b) => Number(a.popular_rank) - Number(b.popular_rank));

  // A stored bike may come while the field has the focus: what is typed then replaces its name.
  useLayoutEffect(() => {
    if (typed === null && document.activeElement === field.current) field.current?.select();
  }, [chosen, typed]);

  function choose(model: SearchableModel | undefined): void {
    const brand = brands.find(({ slug }) => slug === model?.brand_slug);
    if (!brand || !model) return;
    setTyped(null);
    onChoose(vehicleOf(brand, model));
  }

  /** Most visitors never type: the list comes once the field has the focus, and again with each key when it failed. */
  function loadList(): void {
    if (loaded) return;
    Promise.all([import('./bike-options.tsx'), loadAll?.()]).then(
      ([options, all]) => setList({ ...options, all }),
      () => setList('failed'),
    );
  }

  function pressed(event: KeyboardEvent): void {
    if (event.key === 'Escape' && typed !== null) setTyped(null);
    else if (event.key === 'Enter' && searching && !loaded) entered.current = true;
    else if (!open || !loaded) return;
    else if (event.key === 'Enter') choose(found[at]);
    else {
      const next = loaded.optionAfter(event.key, at, found.length);
      if (next === undefined) return;
      setAt(next);
    }
    event.preventDefault();
  }

  return (
    <div className={styles.search}>
      <Field
        label="Brand or model"
        id={id}
        error={searching && list === 'failed' ? 'The list did not load. Type again.' : error}
      >
        <TextInput
          ref={field}
          role="combobox"
          aria-expanded={open}
          aria-controls={open ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={open ? optionId(at) : undefined}
          value={typed ?? (chosen ? `${chosen.brand.name} ${chosen.model.name}` : '')}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
            entered.current = false;
            loadList();
          }}
          onFocus={(event) => {
            event.target.select();
            loadList();
          }}
          onBlur={() => setTyped(null)}
          onKeyDown={pressed}
          placeholder="Type Classic 350, Activa …"
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      {loaded && (
        <loaded.BikeOptions id={listId} optionId={optionId} found={found} at={at} entered={entered} onChoose={choose} />
      )}
      {!open && popular.length > 0 && (
        <Chips label="Common bikes">
          {popular.map((model) => (
            <Chip key={modelIdOf(model)} pressed={modelIdOf(model) === chosen?.modelId} onClick={() => choose(model)}>
              {model.name}
            </Chip>
          ))}
        </Chips>
      )}
    </div>
  );
}
