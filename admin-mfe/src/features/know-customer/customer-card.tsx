import type { Query } from '@twostroke/shared/api/use-query';
import { paths } from '@twostroke/shared/contracts/paths';
import type { CustomerCard as Records, KnownCaller } from '@twostroke/shared/contracts/answers/caller';
import { statusWord } from '@twostroke/shared/domain/booking-status';
import { formatDay, formatInstant } from '@twostroke/shared/domain/calendar';
import { formatRupees } from '@twostroke/shared/domain/money';
import { notify } from '@twostroke/shared/state';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Button } from '@twostroke/shared/ui/button';
import { Disclosure } from '@twostroke/shared/ui/disclosure';
import { Trail } from '@twostroke/shared/ui/trail';
import { VisuallyHidden } from '@twostroke/shared/ui/visually-hidden';
import { useRef } from 'react';
import { explain } from '../../messages.ts';
import { messageChannels, messageKinds } from '../../model/message-words.ts';
import { FailedLoad } from '../../parts/failed-load.tsx';
import styles from './customer-card.module.css';
import { removeNote } from './customer-records.ts';
import { LogCall } from './log-call.tsx';
import { WriteDown } from './write-down.tsx';

export interface CustomerCardProps {
  caller: KnownCaller;
  /** What the call is about, as far as it is typed. */
  about: string;
  records: Query<Records>;
}

const outcomes: Readonly<Record<Records['calls'][number]['outcome'], string>> = {
  reached: 'reached',
  no_answer: 'no answer',
  not_wanted: 'not wanted',
  booked: 'booked',
};

const states: Readonly<Record<Records['messages'][number]['status'], string>> = {
  waiting: 'waits',
  sent: 'sent',
  dropped: 'not needed',
  failed: 'not delivered',
};

/** What we know of a customer besides the bikes: notes, calls, bookings, messages, and what they agreed to. */
export function CustomerCard({ caller, about, records }: CustomerCardProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const card = records.status === 'ready' ? records.data : null;
  async function strike(id: string): Promise<void> {
    try {
      await removeNote(id);
      void notify('The note is removed');
      // The button that was pressed goes with its note.
      title.current?.focus({ preventScroll: true });
      records.reload();
    } catch (thrown) {
      void notify(explain(thrown));
    }
  }
  function loadAgain(): void {
    records.reload();
    title.current?.focus({ preventScroll: true });
  }
  return (
    <section className={styles.card} aria-labelledby="customer-card">
      <h2 id="customer-card" ref={title} tabIndex={-1} className={styles.title}>
        Customer card
      </h2>
      <LogCall phone={caller.phone} about={about} onLogged={records.reload} />
      {records.status === 'failed' && <FailedLoad what="the card" error={records.error} onRetry={loadAgain} />}
      {card && (
        <>
          {card.notes.map(({ id, note, by, at }) => (
            <p key={id} className={styles.note}>
              <span>
                {note} <small>{[by, formatInstant(at)].filter(Boolean).join(', ')}</small>
              </span>
              <Button variant="quiet" small onClick={() => void strike(id)}>
                Remove<VisuallyHidden>: {note}</VisuallyHidden>
              </Button>
            </p>
          ))}
          <Disclosure summary="Write down">
            <WriteDown phone={caller.phone} onWritten={records.reload} />
          </Disclosure>
          <Disclosure summary={`Bookings: ${card.bookings.length}`}>
            <ul className={styles.list}>
              {card.bookings.map((booking) => (
                <li key={booking.id}>
                  <Anchor to={paths.adminBooking(booking.id)}>No. {booking.number}</Anchor>, {booking.work ?? 'Service'}
                  , {booking.bike_name}, {formatDay(booking.booking_date)}, {statusWord(booking.status)},{' '}
                  {formatRupees(booking.amount)}
                </li>
              ))}
            </ul>
          </Disclosure>
          <Disclosure summary={`Calls: ${card.calls.length}`}>
            <Trail
              wide
              items={card.calls.map(({ id, at, by, about: words, outcome, booking }) => ({
                key: id,
                time: formatInstant(at),
                text: [words, outcomes[outcome], booking && `No. ${booking}`, by].filter(Boolean).join(', '),
              }))}
            />
          </Disclosure>
          <Disclosure summary={`Messages: ${card.messages.length}`}>
            <Trail
              wide
              items={card.messages.map(({ id, at, kind, channel, status, booking }) => ({
                key: String(id),
                time: formatInstant(at),
                text: `${messageChannels[channel]}, ${messageKinds[kind]}, No. ${booking}: ${states[status]}`,
              }))}
            />
          </Disclosure>
          <p className={styles.small}>
            {caller.number_proven
              ? 'The number is confirmed: all messages about bookings go to it by SMS.'
              : 'The number is not confirmed: one SMS for each booking, and all once the bike is with us.'}{' '}
            {card.email ? `Mail goes to ${card.email}.` : 'No mail.'} We do not ask about offers yet, so none are sent.
          </p>
        </>
      )}
    </section>
  );
}
