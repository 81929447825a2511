import { useQuery } from '@twostroke/shared/api/use-query';
import { callRpc } from '@twostroke/shared/client';
import type { Cart } from '@twostroke/shared/domain/cart';
import { formatDay } from '@twostroke/shared/domain/calendar';
import { declinedItem } from '@twostroke/shared/domain/declined-work';
import { formatRupees } from '@twostroke/shared/domain/money';
import type { SelectedVehicle } from '@twostroke/shared/domain/vehicle';
import { addToCart, sessionAtom } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { Heading } from '@twostroke/shared/ui/heading';
import { LineItem } from '@twostroke/shared/ui/line-item';
import { useAtomValue } from 'jotai';
import styles from './show-cart.module.css';

export interface DeclinedOffersProps {
  cart: Cart;
  vehicle: SelectedVehicle;
  /** Whether the drawer is open: before, nothing is read. */
  isOpen: boolean;
}

/** What the workshop found on the account's bike of this model and did not do: one press adds it, at today's price. */
export function DeclinedOffers({ cart, vehicle, isOpen }: DeclinedOffersProps) {
  const session = useAtomValue(sessionAtom);
  const { modelId: model } = vehicle;
  const member = session.status === 'signed-in' ? session.user.id : null;
  const found = useQuery(isOpen && member ? `declined ${model} ${member}` : null, () =>
    callRpc('list_declined_work', { model }),
  );
  const open = (found.status === 'ready' ? found.data : []).filter(
    ({ id }) => !cart.items.some(({ declined }) => declined === id),
  );
  if (open.length === 0) return null;
  return (
    <div className={styles.suggestions}>
      <Heading level={3} size="s">
        Found last time, not done yet
      </Heading>
      <div>
        {open.map((work) => (
          <LineItem
            key={work.id}
            title={<span className={styles.addon}>{work.name}</span>}
            value={
              <Button
                variant="line"
                small
                aria-label={`Add ${formatRupees(work.price)}: ${work.name}`}
                onClick={() => void addToCart(declinedItem(work), vehicle)}
              >
                Add {formatRupees(work.price)}
              </Button>
            }
            note={`${formatDay(work.answered_on)}: ${work.reason}`}
          />
        ))}
      </div>
    </div>
  );
}
