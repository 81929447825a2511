import { useEffect, useRef, type MouseEvent } from 'react';
import { classList } from './class-list.ts';
import { Heading } from './heading.tsx';
import styles from './error-summary.module.css';

export interface FieldFault {
  /** Id of the Field (or of the Choices) that is wrong. */
  fieldId: string;
  message: string;
}

export interface ErrorSummaryProps {
  faults: readonly FieldFault[];
  /** Defaults to "One thing to fix", "2 things to fix". */
  title?: string;
  /** Count of attempts to send: when it grows the summary takes focus again. */
  attempt?: number;
  className?: string;
}

/** Above a form that was refused: takes focus and lists links to the fields. Nothing when there are no faults. */
export function ErrorSummary({ faults, title, attempt, className }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const announced = useRef<number>(undefined);
  const shown = faults.length > 0;
  useEffect(() => {
    // What is mended and broken again while somebody types is no new attempt: the field keeps the focus.
    if (!shown || (attempt !== undefined && attempt === announced.current)) return;
    announced.current = attempt;
    box.current?.focus();
  }, [shown, attempt]);
  if (!shown) return null;
  return (
    <div ref={box} className={classList(styles.summary, className)} role="alert" tabIndex={-1}>
      <Heading level={2} size="m">
        {title ?? (faults.length === 1 ? 'One thing to fix' : `${faults.length} things to fix`)}
      </Heading>
      <ul className={styles.list}>
        {faults.map((fault) => (
          <li key={fault.fieldId}>
            <a href={`#${fault.fieldId}`} onClick={(event) => goTo(event, fault.fieldId)}>
              {fault.message}
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
