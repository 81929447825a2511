import { callRpc } from '@twostroke/shared/client';
import { readyWords } from '@twostroke/shared/domain/ready-words';
import type { BookingStatus } from '@twostroke/shared/domain/database-enum';
import { messages } from '../../messages.ts';
import type { ChangeFormSpec } from './change-form-spec.ts';
import type { AdminBooking } from './read-booking.ts';

const past: readonly BookingStatus[] = ['pending_payment', 'ready', 'completed', 'cancelled', 'no_show', 'expired'];

/** Whether the bike can be promised for a time: until it is ready. */
export const canPromise = ({ status }: Pick<AdminBooking, 'status'>): boolean => !past.includes(status);

/** The day, and if the shop likes the clock time, for which the bike is promised. */
export function promiseFormSpec({ id, number, ready_date, ready_time }: AdminBooking): ChangeFormSpec {
  return {
    fields: [
      {
        id: 'ready-day',
        label: 'Ready on',
        type: 'date',
        maxLength: 10,
        start: ready_date,
        errorOf: (value) => (/^\d{4}-\d{2}-\d{2}$/.test(value) ? undefined : messages.date),
      },
      {
        id: 'ready-clock',
        label: 'By what time (optional)',
        hint: 'The customer reads it. Later than that, the bike counts as over its time.',
        type: 'time',
        maxLength: 5,
        start: ready_time?.slice(0, 5) ?? '',
        errorOf: (value) => (value === '' || /^\d{2}:\d{2}$/.test(value) ? undefined : messages.promise_time),
      },
    ],
    button: 'Promise it',
    busy: 'Saving',
    apply: async ({ 'ready-day': day = '', 'ready-clock': clock = '' }) => {
      await callRpc('promise_ready', { booking: id, day, ...(clock && { clock }) });
      return `Booking ${number} is promised for ${readyWords(day, clock)}`;
    },
  };
}
