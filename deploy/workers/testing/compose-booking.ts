import assert from 'node:assert/strict';
import type { BookingDetails } from '@twostroke/shared/api/bookings';
import type { BookingMessageKind } from '../../backend/adapters/message-adapters.ts';
import { composeMail, composeSms } from '../messages/compose-message.ts';
import type { BookingContent } from '../messages/compose-message.ts';
import { smsText } from '../messages/plain-text.ts';
import { booking } from './booking-details.ts';

/** Where links lead. */
export const site = 'https://twostroke.example';
export const token = 'a1'.repeat(32);
export const now = new Date('2026-11-23T02:30:00Z');
/** What the database answers for a message of the booking. */
export function content(kind: BookingMessageKind, part: Partial<BookingDetails> = {}): BookingContent {
  return {
    kind,
    channel: 'mail',
    recipient: 'asha@example.com',
    version: part.version ?? 0,
    manage_token: token,
    number_code: null,
    shop_email: 'workshop@example.com',
    booking: { ...booking, ...part },
    weather_note: null,
  };
}
export const mail = (...of: Parameters<typeof content>) => composeMail(content(...of), site, now);
/** Messages of a job that is under way, done or paid. */
export const jobKinds = [
  'on_the_way',
  'picked_up',
  'inspection_ready',
  'ready',
  'invoice',
  'payment_received',
] as const;
export const sms = (...of: Parameters<typeof content>) =>
  composeSms({ ...content(...of), recipient: '+919000000012' }, site);
/** Checks that mail and SMS say the same, the SMS in its own alphabet. */
export function both(kind: BookingMessageKind, part: Partial<BookingDetails>, words: string): void {
  assert.ok(mail(kind, part).text.includes(words), `${words} in ${mail(kind, part).text}`);
  assert.ok(sms(kind, part).text.includes(smsText(words)), `${words} in ${sms(kind, part).text}`);
}
