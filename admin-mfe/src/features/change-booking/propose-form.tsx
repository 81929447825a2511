import { proposeExtraWork } from '@twostroke/shared/api/bookings';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Row } from '@twostroke/shared/ui/row';
import { Stack } from '@twostroke/shared/ui/stack';
import { useSubmit } from '@twostroke/shared/ui/use-submit';
import { useEffect, useRef } from 'react';
import { explain } from '../../messages.ts';
import type { UnpricedLine } from '../../model/findings.ts';
import { checkWork, readWork } from '../../model/proposed-work.ts';
import { FailedLoad } from '../../parts/failed-load.tsx';
import { WorkFields } from '../../parts/work-fields.tsx';
import type { AdminBooking } from './read-booking.ts';
import { useOffers } from './use-offers.ts';

export interface ProposeFormProps {
  booking: AdminBooking;
  /** The finding that the line comes from; null for other work. */
  found: UnpricedLine | null;
  onBack: () => void;
  /** Called on success. The form stays busy until this resolves. */
  onDone: (sentence: string) => Promise<void>;
}

/** Extra work, in the sheet's foot. Without the price list, work can still be typed. */
export function ProposeForm({ booking, found, onBack, onDone }: ProposeFormProps) {
  const { id, approval_limit, inspection, extra_work } = booking;
  const offers = useOffers(id);
  const works = offers.status === 'ready' ? offers.data : [];
  const first = useRef<HTMLInputElement>(null);
  // The button that opened the form had the focus and has been removed.
  useEffect(() => first.current?.focus(), []);
  const { busy, errors, problem, onSubmit } = useSubmit({
    check: (data) => checkWork(data, works),
    send: async (data) => {
      const line = readWork(data, works);
      try {
        await proposeExtraWork(id, [line]);
        await onDone(`${line.name} is proposed for ${formatRupees(line.price)}`);
        return null;
      } catch (thrown) {
        return explain(thrown);
      }
    },
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack>
        {offers.status === 'failed' && (
          <FailedLoad what="the price list" error={offers.error} onRetry={offers.reload} />
        )}
        <WorkFields
          job={{ inspection, extra_work, offers: works }}
          limit={approval_limit}
          found={found}
          errors={errors}
          first={first}
        />
        <FormProblem sentence={problem} />
        <Row>
          <Button type="submit" busy={busy} busyLabel="Proposing">
            Propose it
          </Button>
          <Button variant="line" onClick={onBack}>
            Back
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
