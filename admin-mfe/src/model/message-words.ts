import type { DatabaseEnum } from '@twostroke/shared/domain/database-enum';

/** What a message to a customer is about, in the words of the office. */
export const messageKinds: Readonly<Record<DatabaseEnum<'message_kind'>, string>> = {
  confirmation: 'confirmation',
  change: 'new time',
  cancellation: 'cancellation',
  no_show: 'no-show',
  reminder_24h: 'reminder of the day before',
  reminder_2h: 'reminder 2 hours before',
  extra_work: 'question about extra work',
  weather: 'no visit in this weather',
  review: 'request to rate the service',
  place_free: 'place offered from the waitlist',
  on_the_way: 'on the way',
  picked_up: 'bike picked up',
  inspection_ready: 'what the inspection found',
  ready: 'bike is ready',
  invoice: 'invoice',
  payment_received: 'payment received',
  callback_received: 'call-back received',
};

export const messageChannels: Readonly<Record<DatabaseEnum<'message_channel'>, string>> = { sms: 'SMS', mail: 'Mail' };
