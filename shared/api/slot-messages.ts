import { longDay } from '../domain/long-day.ts';
import type { Messages, SlotRejection } from './rejections.ts';

/** Why a place can't be taken, by a new booking or by a moved one. */
export const slotMessages: Messages<SlotRejection> = {
  date: 'Choose a day',
  slot_taken: () => 'That time has just gone.',
  time: 'Choose one of the arrival times of that day',
  time_closed: 'We are closed then. Choose another time.',
  time_day_past: 'This day is over. Choose another.',
  time_past: 'This time is over. Choose another.',
  time_too_far: ({ last_day }) => `We take bookings up to ${longDay(last_day)}.`,
  time_too_long: 'The work would not be done before we close. Choose an earlier time.',
  time_too_soon: 'This time is too soon for us to be ready. Choose a later one.',
  time_weather: ({ note }) => `${note}. Choose pickup, or another day.`,
};
