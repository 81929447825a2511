import { useQuery } from '@twostroke/shared/api/use-query';
import { callRpc } from '@twostroke/shared/client';
import type { Cart } from '@twostroke/shared/domain/cart';
import { formatDay } from '@twostroke/shared/domain/calendar';
import { declinedItem } from '@twostroke/shared/domain/declined-work';
import type { DeclinedWork } from '@twostroke/shared/contracts/answers/booking';
import { formatRupees } from '@twostroke/shared/domain/money';
import type { SelectedVehicle } from '@twostroke/shared/domain/vehicle';
import { addToCart, sessionAtom } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Heading } from '@twostroke/shared/ui/heading';
import { LineItem } from '@twostroke/shared/ui/line-item';
import { PressAnswer } from '@twostroke/shared/ui/press-answer';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { explain } from '../../messages.ts';
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
  const [ended, setEnded] = useState<readonly DeclinedWork[]>([]);
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const hidden = [...cart.items.map(({ declined }) => declined), ...ended.map(({ id }) => id)];
  const open = (found.status === 'ready' ? found.data : []).filter(({ id }) => !hidden.includes(id));
  if (open.length === 0 && ended.length === 0) return null;
  async function end(work: DeclinedWork): Promise<void> {
    setBusy(work.id);
    setProblem(null);
    try {
      await callRpc('end_declined_work', { work: work.id });
      setEnded([...ended, work]);
    } catch (thrown) {
      setProblem(explain(thrown));
    }
    setBusy(null);
  }
  return (
    <div className={styles.suggestions}>
      <Heading level={3} size="s">
        Found last time, not done yet
      </Heading>
      <FormProblem sentence={problem} />
      {ended.length > 0 && (
        // It takes the focus: the button that was pressed is gone with its line.
        <PressAnswer tone="ok" takesFocus key={ended.length}>
          <p>We don’t ask again about: {ended.map(({ name }) => name).join(', ')}.</p>
        </PressAnswer>
      )}
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
            action={
              <Button
                variant="quiet"
                small
                busy={busy === work.id}
                busyLabel="One moment"
                aria-label={`Don’t ask again: ${work.name}`}
                onClick={() => void end(work)}
              >
                Don’t ask again
              </Button>
            }
          />
        ))}
      </div>
    </div>
  );
}
