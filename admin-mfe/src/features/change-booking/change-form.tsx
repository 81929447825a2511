import { explainError } from '@twostroke/shared/data';
import { parseName } from '@twostroke/shared/domain/person-name';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Button } from '@twostroke/shared/ui/button';
import { Field } from '@twostroke/shared/ui/field';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Row } from '@twostroke/shared/ui/row';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { textOf, useSubmit } from '@twostroke/shared/ui/use-submit';
import { useEffect, useRef } from 'react';
import type { Change } from './change-buttons.tsx';
import { assignBooking, cancelBooking, completeBooking } from './change-booking.ts';
import type { BookingDetail } from './read-booking.ts';

export interface ChangeFormProps {
  change: Change;
  booking: BookingDetail;
  mechanics: readonly string[];
  onBack: () => void;
  /** It worked; the form stays busy until this is through. */
  onDone: (sentence: string) => Promise<void>;
}

const fields = {
  assign: { id: 'mechanic', label: 'Mechanic', button: 'Confirm and assign', busy: 'Assigning', variant: 'plate' },
  complete: { id: 'final_price', label: 'Bill in rupees', button: 'Complete', busy: 'Completing', variant: 'plate' },
  cancel: {
    id: 'reason',
    label: 'Why, for the customer',
    button: 'Cancel the booking',
    busy: 'Cancelling',
    variant: 'stop',
  },
} as const;

/** The one thing to say for a change, in the sheet's foot: the mechanic, the bill, or the reason. */
export function ChangeForm({ change, booking, mechanics, onBack, onDone }: ChangeFormProps) {
  const field = fields[change];
  const input = useRef<HTMLInputElement>(null);
  // The button that opened the form, and had the focus, is gone.
  useEffect(() => input.current?.focus(), []);
  const { busy, faults, problem, onSubmit } = useSubmit({
    check: (data) => ({ [field.id]: faultOf(change, textOf(data, field.id)) }),
    send: async (data) => {
      try {
        await onDone(await apply(change, booking, textOf(data, field.id).trim()));
        return null;
      } catch (thrown) {
        return explainError(thrown);
      }
    },
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack>
        <FormProblem sentence={problem} />
        <Field
          id={field.id}
          label={field.label}
          error={faults[field.id]}
          hint={
            change === 'complete'
              ? `GST included. The estimate was ${formatRupees(booking.estimated_price)}.`
              : undefined
          }
        >
          <TextInput
            name={field.id}
            ref={input}
            autoComplete="off"
            inputMode={change === 'complete' ? 'numeric' : 'text'}
            maxLength={change === 'cancel' ? 200 : 60}
            list={change === 'assign' ? 'mechanics' : undefined}
            defaultValue={change === 'complete' ? booking.estimated_price : ''}
          />
        </Field>
        {change === 'assign' && (
          <datalist id="mechanics">
            {mechanics.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        )}
        <Row>
          <Button type="submit" variant={field.variant} busy={busy} busyLabel={field.busy}>
            {field.button}
          </Button>
          <Button variant="line" onClick={onBack}>
            Back
          </Button>
        </Row>
      </Stack>
    </form>
  );
}

function faultOf(change: Change, value: string): string | undefined {
  if (change === 'assign' && !parseName(value)) return 'Enter the mechanic’s name';
  if (change === 'complete' && !/^\d{1,6}$/.test(value.trim())) return 'Enter the bill in whole rupees, like 1699';
  if (change === 'cancel' && value.trim().length < 3) return 'Say why: the customer reads it';
  return undefined;
}

async function apply(change: Change, { id, number }: BookingDetail, value: string): Promise<string> {
  switch (change) {
    case 'assign':
      await assignBooking(id, value);
      return `Booking ${number} is assigned to ${value}`;
    case 'complete':
      await completeBooking(id, Number(value));
      return `Booking ${number} is done, ${formatRupees(Number(value))}`;
    case 'cancel':
      await cancelBooking(id, value);
      return `Booking ${number} is cancelled`;
  }
}
