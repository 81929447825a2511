import { useId, type ReactNode } from 'react';
import { classList } from './class-list.ts';
import { FieldError } from './field-error.tsx';
import styles from './choices.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface ChoicesProps {
  legend: ReactNode;
  /** The page's heading already asks the question. */
  legendHidden?: boolean;
  /** Choice rows. */
  children: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
  /** Lower rows with the note beside the title, as for days. */
  dense?: boolean;
  /** Set it when an ErrorSummary links here. */
  id?: string;
  className?: string;
}

/** A printed list to choose from: radio or checkbox rows with a legend. */
export function Choices({ legend, legendHidden, children, hint, error, dense, id, className }: ChoicesProps) {
  const ownId = useId();
  const group = id ?? ownId;
  const ids = { hint: `${group}-hint`, error: `${group}-error` };
  const describedBy = [error && ids.error, hint && ids.hint].filter(Boolean).join(' ') || undefined;
  return (
    <fieldset id={group} className={className} aria-describedby={describedBy}>
      <legend className={legendHidden ? undefined : styles.legend}>
        {legendHidden ? <VisuallyHidden>{legend}</VisuallyHidden> : legend}
      </legend>
      {hint && (
        <p className={styles.hint} id={ids.hint}>
          {hint}
        </p>
      )}
      <div className={classList(styles.list, dense && styles.dense, Boolean(error) && styles.bad)}>{children}</div>
      {error && <FieldError id={ids.error}>{error}</FieldError>}
    </fieldset>
  );
}
