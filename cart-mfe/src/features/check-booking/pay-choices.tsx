import type { PayBy } from '@twostroke/shared/api/payments';
import { Choice } from '@twostroke/shared/ui/choice';
import { Choices } from '@twostroke/shared/ui/choices';

export interface PayChoicesProps {
  payBy: PayBy;
  /** Whether there is a gateway. */
  online: boolean;
  /** How long a booking keeps its time while it waits for online payment. */
  minutesToPay: number;
  onChange: (payBy: PayBy) => void;
}

const choicesFor = (minutesToPay: number): readonly { payBy: PayBy; title: string; note: string }[] => [
  { payBy: 'after_service', title: 'After the service', note: 'UPI, card or cash, when the work is done' },
  { payBy: 'upi', title: 'Now by UPI', note: 'booked at once; you scan a code or open your app' },
  {
    payBy: 'online',
    title: 'Now by card or net banking',
    note: `your time is kept for ${minutesToPay} minutes until it is paid`,
  },
];

/** When and how to pay. */
export function PayChoices({ payBy, online, minutesToPay, onChange }: PayChoicesProps) {
  return (
    <Choices legend="How do you want to pay?" dense id="payment">
      {choicesFor(minutesToPay)
        .filter((choice) => online || choice.payBy !== 'online')
        .map((choice) => (
          <Choice
            key={choice.payBy}
            name="payment"
            value={choice.payBy}
            checked={payBy === choice.payBy}
            onChange={() => onChange(choice.payBy)}
            title={choice.title}
            note={choice.note}
          />
        ))}
    </Choices>
  );
}
