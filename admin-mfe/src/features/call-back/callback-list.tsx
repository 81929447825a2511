import { formatInstant } from '@twostroke/shared/domain/calendar';
import { formatPhone } from '@twostroke/shared/domain/phone';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Heading } from '@twostroke/shared/ui/heading';
import { VisuallyHidden } from '@twostroke/shared/ui/visually-hidden';
import { useState } from 'react';
import { explain } from '../../messages.ts';
import { markCalled, type StoredCallback } from './callbacks.ts';
import styles from './callback-list.module.css';

export interface CallbackListProps {
  requests: readonly StoredCallback[];
  onCalled: (request: StoredCallback) => void;
}

/** People to call back. Nothing when there are none. */
export function CallbackList({ requests, onCalled }: CallbackListProps) {
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  async function tickOff(request: StoredCallback): Promise<void> {
    setBusy(request.id);
    setProblem(null);
    try {
      await markCalled(request.id);
      onCalled(request);
    } catch (thrown) {
      setProblem(explain(thrown));
    }
    setBusy(null);
  }
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby="callbacks" className={styles.section}>
      <Heading level={2} size="m" id="callbacks">
        To call back
      </Heading>
      <FormProblem sentence={problem} />
      <ul className={styles.list}>
        {requests.map((request) => (
          <li key={request.id} className={styles.request}>
            <b>{request.name}</b>
            <Anchor to={`tel:${request.phone}`} className={styles.phone}>
              {formatPhone(request.phone)}
            </Anchor>
            <span>{subject(request)}</span>
            <span className={styles.since}>{formatInstant(request.created_at)}</span>
            <Button
              variant="line"
              small
              busy={busy === request.id}
              busyLabel="Saving"
              onClick={() => void tickOff(request)}
            >
              Called<VisuallyHidden>: {request.name}</VisuallyHidden>
            </Button>
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
