import { formatInstant } from '@twostroke/shared/domain/calendar';
import { formatPhone } from '@twostroke/shared/domain/phone';
import { notify } from '@twostroke/shared/state';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Heading } from '@twostroke/shared/ui/heading';
import { VisuallyHidden } from '@twostroke/shared/ui/visually-hidden';
import { useRef, useState } from 'react';
import { explain } from '../../messages.ts';
import { useMay } from '../../model/duty.ts';
import { markCalled, type StoredCallback } from './callbacks.ts';
import styles from './callback-list.module.css';

export interface CallbackListProps {
  requests: readonly StoredCallback[];
  /** Reloads the page's data. */
  onCalled: () => void;
}

/** People to call back. Nothing when there are none. */
export function CallbackList({ requests, onCalled }: CallbackListProps) {
  const may = useMay();
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<{ id: string; sentence: string } | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  async function tickOff(request: StoredCallback): Promise<void> {
    setBusy(request.id);
    setProblem(null);
    try {
      await markCalled(request.id);
      void notify(`${request.name} is ticked off`);
      // The button that was pressed is removed with its line.
      title.current?.focus({ preventScroll: true });
      onCalled();
    } catch (thrown) {
      setProblem({ id: request.id, sentence: explain(thrown) });
    }
    setBusy(null);
  }
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby="callbacks" className={styles.section}>
      <Heading level={2} size="m" id="callbacks" ref={title} tabIndex={-1}>
        To call back
      </Heading>
      <ul className={styles.list}>
        {requests.map((request) => (
          <li key={request.id} className={styles.request}>
            <b>{request.name}</b>
            {request.phone && (
              <Anchor to={`tel:${request.phone}`} className={styles.phone}>
                {formatPhone(request.phone)}
              </Anchor>
            )}
            <span>{subject(request)}</span>
            <span className={styles.since}>{formatInstant(request.created_at)}</span>
            <FormProblem sentence={problem?.id === request.id ? problem.sentence : null} />
            {may('change_bookings') && (
              <Button
                variant="line"
                small
                busy={busy === request.id}
                busyLabel="Saving"
                onClick={() => void tickOff(request)}
              >
                Called<VisuallyHidden>: {request.name}</VisuallyHidden>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const reasons: Readonly<Record<StoredCallback['kind'], (request: StoredCallback) => string>> = {
  unlisted_bike: ({ bike }) => `Bike not listed: ${bike ?? '?'}`,
  unserved_pin: ({ pin }) => `PIN we don’t serve: ${pin ?? '?'}`,
  message: () => '',
};

function subject(request: StoredCallback): string {
  return [reasons[request.kind](request), request.message].filter(Boolean).join('. ');
}
