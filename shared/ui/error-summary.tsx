import { useEffect, useRef, type MouseEvent } from 'react';
import { classList } from './class-list.ts';
import { Heading } from './heading.tsx';
import styles from './error-summary.module.css';

export interface SummaryError {
  /** Id of the Field (or of the Choices) that is wrong. */
  fieldId: string;
  message: string;
}

export interface ErrorSummaryProps {
  errors: readonly SummaryError[];
  /** Defaults to "One thing to fix", "2 things to fix". */
  title?: string;
  /** Count of attempts to send: when it grows the summary takes focus again. */
  attempt?: number;
  className?: string;
}

/** Above a form with validation errors: takes focus and lists links to the fields. Nothing without errors. */
export function ErrorSummary({ errors, title, attempt, className }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const announced = useRef<number>(undefined);
  const shown = errors.length > 0;
  useEffect(() => {
    // An error that is fixed and made again while typing is not a new attempt: the field keeps the focus.
    if (!shown || (attempt !== undefined && attempt === announced.current)) return;
    announced.current = attempt;
    box.current?.focus();
  }, [shown, attempt]);
  if (!shown) return null;
  return (
    <div ref={box} className={classList(styles.summary, className)} role="alert" tabIndex={-1}>
      <Heading level={2} size="m">
        {title ?? (errors.length === 1 ? 'One thing to fix' : `${errors.length} things to fix`)}
      </Heading>
      <ul className={styles.list}>
        {errors.map((error) => (
          <li key={error.fieldId}>
            <a href={`#${error.fieldId}`} onClick={(event) => goTo(event, error.fieldId)}>
              {error.message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Moves focus itself: a change of the address would be a navigation to the router. */
function goTo(event: MouseEvent, fieldId: string) {
  const target = document.getElementById(fieldId);
  if (!target) return;
  event.preventDefault();
  const controls = 'input, select, textarea, button';
  const control = target.matches(controls) ? target : target.querySelector<HTMLElement>(controls);
  (control ?? target).focus();
}
