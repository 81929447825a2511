import type { DatabaseEnum } from '../domain/database-enum.ts';
import type { EventFacts } from '../contracts/answers/event.ts';
import { eventWords } from './event-messages.ts';

/** Every kind, so that a new one is worded: the type check names it. */
const samples: Record<DatabaseEnum<'booking_event_kind'>, [data: object, note: string | null, words: string][]> = {
  status: [
    [{}, null, ''],
    [{}, 'Key at the desk', 'Key at the desk'],
    [{ without_code: 'His phone is dead' }, null, 'Without the code: His phone is dead'],
  ],
  moved: [
    [{}, null, ''],
    [{ cause: 'weather' }, 'Flooded', 'Rain or a closed road. Flooded'],
    [{ cause: 'shop' }, null, 'For our own reasons'],
    [{ cause: 'customer', to_pickup: true }, null, 'The customer asked for it. Pickup instead of a visit to the gate'],
  ],
  claimed: [
    [{ by: 'phone' }, null, 'Added to the account with this phone'],
    [{ by: 'email' }, null, 'Added to the account with this e-mail address'],
  ],
  fee_changed: [[{}, 'Was in hospital', 'Was in hospital']],
  fee_waived: [[{ rupees: 100 }, 'The road was closed', 'Fee of ₹100 waived: The road was closed']],
  payment_reported: [[{ rupees: 1999, reference: 'TS1' }, null, 'Says ₹1,999 is paid by UPI, reference TS1']],
  payment_received: [
    [{ rupees: 999, method: 'cash' }, null, 'Paid ₹999 in cash'],
    [
      { rupees: 999, method: 'card', late: 'time_taken' },
      null,
      'Paid ₹999 by card, too late: the time was taken by then',
    ],
  ],
  payment_not_found: [[{}, 'No such reference', 'UPI payment not found: No such reference']],
  paid_late: [
    [
      { late: 'coupon_used', coupon: 'FIRST100' },
      null,
      'Paid too late: FIRST100 was used for another booking of this number by then',
    ],
  ],
  not_paid: [[{}, null, 'Not paid in time']],
  pays_after_service: [[{}, null, 'Pays after the service']],
  refunded: [[{ rupees: 500 }, null, '₹500 given back']],
  credit_given: [
    [{ rupees: 100 }, 'A flat tyre', 'We were late, ₹100 credit: A flat tyre'],
    [{ rupees: 100 }, null, 'We were late, ₹100 credit'],
  ],
  number_proven: [
    [{ by: 'link' }, null, 'Number confirmed with the code of our SMS'],
    [{ by: 'staff' }, null, 'Number confirmed with the code of our SMS, read aloud to us'],
  ],
  answer_changed: [
    [
      { work: 'Left mirror', price: 450, from: 'later', to: 'approved' },
      'Said yes on the phone',
      'Left mirror, ₹450: later is now yes. Said yes on the phone',
    ],
  ],
  promised: [
    [{ date: '2026-11-28', time: '18:00' }, null, 'Promised for Sat 28 Nov by 6 pm'],
    [{ date: '2026-11-28' }, null, 'Promised for Sat 28 Nov'],
  ],
  group_discount: [[{ rupees: 44, coupon: 'SOCIETY5' }, null, '₹44 off with SOCIETY5: the group has enough bikes']],
  corrected: [
    [
      { before: { vehicle_number: null, odometer_km: 120 } },
      'Read from the RC',
      'Corrected: number plate, odometer. Read from the RC',
    ],
  ],
  items_changed: [
    [{ from: 999, to: 1699 }, 'Wants the whole service', 'Work changed: ₹999 is now ₹1,699. Wants the whole service'],
  ],
  items_asked: [[{ from: 999, to: 1699 }, null, 'Other work asked for: ₹1,699 instead of ₹999']],
  items_declined: [[{ from: 999, to: 1699 }, null, 'Other work declined: it stays at ₹999']],
  credit_note: [
    [
      { number: 'CN/26-27/000001', rupees: 200 },
      'Pad was faulty',
      'Credit note CN/26-27/000001 for ₹200. Pad was faulty',
    ],
  ],
  noted: [[{}, 'Paid ₹999 by UPI', 'Paid ₹999 by UPI']],
};

test.each(Object.entries(samples))('words %s', (kind, cases) => {
  for (const [data, note, words] of cases)
    expect(eventWords({ kind, data, note } as EventFacts & { note: string | null })).toBe(words);
});
