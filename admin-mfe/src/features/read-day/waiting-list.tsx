import { atShop, formatTime } from '@twostroke/shared/domain/calendar';
import { formatPhone } from '@twostroke/shared/domain/phone';
import { useRevalidator } from '@twostroke/shared/router';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Disclosure } from '@twostroke/shared/ui/disclosure';
import { useRef } from 'react';
import { modeName } from '../../model/booking-row.ts';
import { useMay } from '../../model/duty.ts';
import { CallEnds } from '../../parts/call-ends.tsx';
import type { WaitlistedCustomer } from './board.ts';
import styles from './waiting-list.module.css';

export interface WaitingListProps {
  waiting: readonly WaitlistedCustomer[];
  /** Of all modes: each line names its own. */
  withMode: boolean;
}

/** The waitlist of each window. Freed places are offered automatically: this is for answering callers. */
export function WaitingList({ waiting, withMode }: WaitingListProps) {
  const may = useMay();
  const list = useRef<HTMLOListElement>(null);
  const { revalidate } = useRevalidator();
  return (
    <Disclosure summary={waiting.length === 1 ? '1 waits for a place' : `${waiting.length} wait for a place`}>
      <ol className={styles.list} ref={list} tabIndex={-1}>
        {waiting.map((entry) => (
          <li key={entry.id}>
            <b>{entry.customer_name}</b>, {entry.bike_name}
            {withMode && `, ${modeName(entry.mode).toLowerCase()}`}
            <br />
            {entry.phone && <Anchor to={`tel:${entry.phone}`}>{formatPhone(entry.phone)}</Anchor>}
            {entry.offer_ends_at && ` has a place until ${formatTime(atShop(entry.offer_ends_at).time)}`}
            {may('change_bookings') && entry.phone && (
              <CallEnds
                name={entry.customer_name}
                of={{ waiting: entry.id }}
                wish={{
                  ...{ phone: entry.phone, name: entry.customer_name, model: entry.model_id, mode: entry.mode },
                  ...{ job: entry.items[0]?.id, answers: { waiting: entry.id } },
                  ...(entry.offer_ends_at && { offered: offeredOf(entry) }),
                }}
                tries={entry.tries}
                tried_at={entry.tried_at}
                closing={['not_wanted']}
                onLogged={(end) => {
                  if (end !== 'no_answer') list.current?.focus({ preventScroll: true });
                  void revalidate();
                }}
              />
            )}
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}

/** The place that is held for a customer of the waitlist: they book it by their link, or the desk books it. */
function offeredOf({ mode, booking_date, booking_time, window_end }: WaitlistedCustomer) {
  return { mode, date: booking_date, start: booking_time.slice(0, 5), end: window_end.slice(0, 5) };
}
