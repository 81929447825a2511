import { atShop, formatTime } from '@twostroke/shared/domain/calendar';
import { formatPhone } from '@twostroke/shared/domain/phone';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Disclosure } from '@twostroke/shared/ui/disclosure';
import type { WaitlistedCustomer } from './board.ts';
import styles from './waiting-list.module.css';

/** The waitlist of each window. Freed places are offered automatically: this is for answering callers. */
export function WaitingList({ waiting }: { waiting: readonly WaitlistedCustomer[] }) {
  return (
    <Disclosure summary={waiting.length === 1 ? '1 waits for a place' : `${waiting.length} wait for a place`}>
      <ol className={styles.list}>
        {waiting.map(({ id, customer_name, phone, bike_name, offer_ends_at }) => (
          <li key={id}>
            <b>{customer_name}</b>, {bike_name}
            <br />
            {phone && <Anchor to={`tel:${phone}`}>{formatPhone(phone)}</Anchor>}
            {offer_ends_at && ` has a place until ${formatTime(atShop(offer_ends_at).time)}`}
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}
