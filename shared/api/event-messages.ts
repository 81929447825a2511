import type { DatabaseEnum } from '../domain/database-enum.ts';
import { answerWords } from '../domain/extra-work.ts';
import { formatRupees } from '../domain/money.ts';
import { methodPhrase } from '../domain/payment-method.ts';
import { readyWords } from '../domain/ready-words.ts';
import type { EventFacts } from '../contracts/answers/event.ts';

export type { BookingEvent } from '../contracts/answers/event.ts';

const causes: Readonly<Record<DatabaseEnum<'change_cause'>, string>> = {
  customer: 'The customer asked for it',
  shop: 'For our own reasons',
  weather: 'Rain or a closed road',
};

/** What customers and staff read about an event besides its status; empty when there is nothing to say. */
export function eventWords(event: EventFacts & { note: string | null }): string {
  const note = event.note ?? '';
  switch (event.kind) {
    case 'status':
      return sentences(note, event.data.without_code && `Without the code: ${event.data.without_code}`);
    case 'moved':
      return sentences(
        event.data.cause && causes[event.data.cause],
        event.data.to_pickup && 'Pickup instead of a visit to the gate',
        note,
      );
    case 'claimed':
      return `Added to the account with this ${event.data.by === 'phone' ? 'phone' : 'e-mail address'}`;
    case 'fee_waived':
      return `Fee of ${formatRupees(event.data.rupees)} waived: ${note}`;
    case 'payment_reported':
      return `Says ${formatRupees(event.data.rupees)} is paid by UPI, reference ${event.data.reference}`;
    case 'payment_received': {
      const paid = `Paid ${formatRupees(event.data.rupees)} ${methodPhrase(event.data.method)}`;
      return event.data.late ? `${paid}, too late: ${lateWords(event.data)}` : paid;
    }
    case 'payment_not_found':
      return `UPI payment not found: ${note}`;
    case 'paid_late':
      return `Paid too late: ${lateWords(event.data)}`;
    case 'not_paid':
      return 'Not paid in time';
    case 'pays_after_service':
      return 'Pays after the service';
    case 'refunded':
      return `${formatRupees(event.data.rupees)} given back`;
    case 'credit_given':
      return `We were late, ${formatRupees(event.data.rupees)} credit${note && `: ${note}`}`;
    case 'number_proven':
      return `Number confirmed with the code of our SMS${event.data.by === 'staff' ? ', read aloud to us' : ''}`;
    case 'group_discount':
      return `${formatRupees(event.data.rupees)} off with ${event.data.coupon}: the group has enough bikes`;
    case 'corrected':
      return sentences(`Corrected: ${Object.keys(event.data.before).map(correctedName).join(', ')}`, note);
    case 'items_changed':
      return sentences(`Work changed: ${formatRupees(event.data.from)} is now ${formatRupees(event.data.to)}`, note);
    case 'items_asked':
      return `Other work asked for: ${formatRupees(event.data.to)} instead of ${formatRupees(event.data.from)}`;
    case 'items_declined':
      return `Other work declined: it stays at ${formatRupees(event.data.from)}`;
    case 'credit_note':
      return sentences(`Credit note ${event.data.number} for ${formatRupees(event.data.rupees)}`, note);
    case 'answer_changed': {
      const { work, price, from, to } = event.data;
      const words = `${work}, ${formatRupees(price)}: ${answerWords[from]} is now ${answerWords[to]}`;
      return sentences(words, note);
    }
    case 'promised':
      return `Promised for ${readyWords(event.data.date, event.data.time)}`;
    case 'fee_changed':
    case 'noted':
      return note;
  }
}

function lateWords({ late, coupon }: { late?: 'coupon_used' | 'time_taken' | undefined; coupon?: string | undefined }) {
  return late === 'coupon_used'
    ? `${coupon} was used for another booking of this number by then`
    : 'the time was taken by then';
}

/** What a column of a booking is called. */
export function correctedName(column: string): string {
  return columnNames[column] ?? column;
}

const columnNames: Readonly<Record<string, string>> = {
  customer_name: 'name',
  phone: 'phone',
  email: 'e-mail address',
  address_line: 'address',
  landmark: 'landmark',
  area_slug: 'area',
  pin: 'PIN',
  vehicle_number: 'number plate',
  chassis_last5: 'chassis number',
  odometer_km: 'odometer',
  model_year: 'model year',
  notes: 'notes',
  gstin: 'GSTIN',
  mechanic: 'mechanic',
};

const sentences = (...parts: (string | false | undefined)[]): string => parts.filter(Boolean).join('. ');
