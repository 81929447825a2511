import { formatInstant } from '@twostroke/shared/domain/calendar';
import { formatPhone } from '@twostroke/shared/domain/phone';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Heading } from '@twostroke/shared/ui/heading';
import { useRef } from 'react';
import { useMay } from '../../model/duty.ts';
import { CallEnds } from '../../parts/call-ends.tsx';
import type { StoredCallback } from './callbacks.ts';
import styles from './callback-list.module.css';
import { DueReminders } from './due-reminders.tsx';
import { useLiveDesk } from './use-live-desk.ts';

export interface CallbackListProps {
  requests: readonly StoredCallback[];
  /** Reloads the page's data. */
  onCalled: () => void;
}

/** What the desk has to do by phone: its own reminders that are due, and people to call back. It is live. */
export function CallbackList(props: CallbackListProps) {
  const may = useMay();
  useLiveDesk(props.onCalled);
  return (
    <>
      {may('change_bookings') && <DueReminders />}
      {props.requests.length > 0 && <Callbacks {...props} />}
    </>
  );
}

function Callbacks({ requests, onCalled }: CallbackListProps) {
  const may = useMay();
  const title = useRef<HTMLHeadingElement>(null);
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
            {may('change_bookings') && request.phone && (
              <CallEnds
                name={request.name}
                of={{ callback: request.id }}
                wish={{
                  ...{ phone: request.phone, name: request.name, words: subject(request) },
                  answers: { callback: request.id },
                }}
                tries={request.tries}
                tried_at={request.tried_at}
                closing={['reached', 'not_wanted']}
                onLogged={(end) => {
                  // The button that was pressed goes with its line.
                  if (end !== 'no_answer') title.current?.focus({ preventScroll: true });
                  onCalled();
                }}
              />
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
