import { matchModels, type NamedModel } from '@twostroke/shared/domain/match-models';
import { brands } from '@twostroke/shared/domain/brands';
import { modelIdOf } from '@twostroke/shared/domain/vehicle';
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import styles from './bike-options.module.css';
import { classList } from './class-list.ts';
import { LiveRegion } from './live-region.tsx';

const brandNames = Object.fromEntries(brands.map(({ slug, name }) => [slug, name]));

/** The models that fit what was typed. */
export function findModels<Model extends NamedModel>(models: readonly Model[], typed: string): Model[] {
  return matchModels(models, typed, brandNames);
}

export interface BikeOptionsProps<Model extends NamedModel & { slug: string }> {
  id: string;
  /** Id of an option. */
  optionId: (index: number) => string;
  /** The models that fit what was typed; null while nothing is. */
  found: readonly Model[] | null;
  /** Index of the option that the keyboard is at. */
  at: number;
  /** Whether Enter was pressed before the list was there: the first that fits is chosen at once. */
  entered: RefObject<boolean>;
  onChoose: (model: Model) => void;
}

/** What a BikeSearch finds. The focus stays in the field, also when an option is pressed. */
export function BikeOptions<Model extends NamedModel & { slug: string }>(props: BikeOptionsProps<Model>) {
  const { id, optionId, found, at, entered, onChoose } = props;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Some browsers answer with a promise, which is no clean-up of an effect.
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const chooseFirst = useEffectEvent(() => {
    if (entered.current && found?.[0]) onChoose(found[0]);
  });
  useEffect(() => chooseFirst(), []);
  return (
    <>
      {found && found.length > 0 && (
        <div ref={list} id={id} role="listbox" aria-label="Bikes" className={styles.list}>
          {found.map((model, index) => (
            <button
              key={modelIdOf(model)}
              id={optionId(index)}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={classList(styles.option, index === at && styles.active)}
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(model)}
            >
              <b>{model.name}</b> <span className={styles.brand}>{brandNames[model.brand_slug]}</span>
            </button>
          ))}
        </div>
      )}
      {found?.length === 0 && <p className={styles.none}>No model of ours fits this. Check the letters.</p>}
      <LiveRegion message={found ? (found.length === 1 ? '1 bike' : `${found.length} bikes`) : ''} />
    </>
  );
}

/** Index of the option that a key goes to; undefined for other keys. */
export function optionAfter(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at + count - 1) % count;
  return undefined;
}
