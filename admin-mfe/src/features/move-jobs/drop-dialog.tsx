import { getBooking, newTermsOf, type ChangeCause } from '@twostroke/shared/api/bookings';
import { useQuery } from '@twostroke/shared/api/use-query';
import { toAppError } from '@twostroke/shared/client';
import { moveWords, pickupWords, shortFee } from '@twostroke/shared/domain/change-terms';
import { Button } from '@twostroke/shared/ui/button';
import { Choice } from '@twostroke/shared/ui/choice';
import { Choices } from '@twostroke/shared/ui/choices';
import { Dialog } from '@twostroke/shared/ui/dialog';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { PriceButton } from '@twostroke/shared/ui/price-button';
import { Row } from '@twostroke/shared/ui/row';
import { Stack } from '@twostroke/shared/ui/stack';
import { usePriceChange } from '@twostroke/shared/ui/use-price-change';
import { textOf, useSubmit } from '@twostroke/shared/ui/use-submit';
import { useState } from 'react';
import { explain } from '../../messages.ts';
import { bikeOf, type PlannedJob } from '../../model/board-job.ts';
import { moveJob, slotWords, type Slot } from './move-jobs.ts';

const causes: readonly (readonly [ChangeCause, string])[] = [
  ['shop', 'Ours: it costs the customer nothing'],
  ['customer', 'The customer asked us to'],
  ['weather', 'Rain or a closed road'],
];

export interface DropDialogProps {
  job: PlannedJob;
  slot: Slot;
  onClose: () => void;
  onChanged: () => Promise<void>;
}

/** Asks who caused a move before a card that was dropped on another window is moved. */
export function DropDialog({ job, slot, onClose, onChanged }: DropDialogProps) {
  const [chosen, setChosen] = useState<ChangeCause | ''>('');
  const [newFee, setNewFee] = useState<number | null>(null);
  const booking = useQuery(`terms ${job.id}`, () => getBooking({ booking: job.id }));
  // An answer that is kept from before may be out of date: its fee would be shown as one that has changed.
  const knownFee = booking.status === 'ready' && !booking.renewing ? booking.data.terms?.move_fee : undefined;
  const fee = newFee ?? knownFee;
  const charged = chosen === 'customer' ? fee : 0;
  const price = usePriceChange(chosen, charged === undefined ? null : shortFee(charged));
  const { busy, errors, problem, onSubmit } = useSubmit({
    check: (data) => ({ cause: textOf(data, 'cause') ? undefined : 'Choose who caused the change' }),
    send: async (data) => {
      try {
        const cause = textOf(data, 'cause') as ChangeCause;
        await moveJob(job, slot, { cause, fee: charged ?? 0 }, onChanged);
        onClose();
        return null;
      } catch (thrown) {
        const news = newTermsOf(toAppError(thrown));
        if (news?.fee === undefined) return explain(thrown);
        price.changeFrom(shortFee(charged ?? 0));
        setNewFee(news.fee);
        return `${explain(thrown)} Press again if the customer agrees.`;
      }
    },
  });
  const { atPrice } = slot.toPickup ? pickupWords : moveWords;
  const free = slot.toPickup ? 'Pick it up instead' : 'Move it';
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Move ${bikeOf(job)} to ${slotWords(slot)}`}
      closeLabel="Leave it where it is"
    >
      <form noValidate onSubmit={onSubmit}>
        <Stack>
          <Choices legend="Who caused the change" error={errors['cause']}>
            {causes.map(([cause, words]) => (
              <Choice
                key={cause}
                type="radio"
                name="cause"
                value={cause}
                title={words}
                checked={chosen === cause}
                onChange={() => setChosen(cause)}
              />
            ))}
          </Choices>
          <FormProblem sentence={problem} />
          <Row>
            <PriceButton change={price} busy={busy} busyLabel="Moving">
              {charged || price.was !== null ? atPrice(shortFee(charged ?? 0)) : free}
            </PriceButton>
            <Button variant="line" onClick={onClose}>
              Keep the time
            </Button>
          </Row>
        </Stack>
      </form>
    </Dialog>
  );
}
