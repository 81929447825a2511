import { confirmNumberOf } from '@twostroke/shared/api/bookings';
import { formatPhone } from '@twostroke/shared/domain/phone';
import type { ChangeFormSpec } from './change-form-spec.ts';
import type { AdminBooking } from './read-booking.ts';

/** The customer reads the code of the SMS aloud. */
export function confirmNumber({ id, phone }: AdminBooking): ChangeFormSpec {
  // Who may confirm a number reads it.
  const number = formatPhone(phone ?? '');
  return {
    fields: [
      {
        id: 'code',
        label: 'Confirm the number',
        hint: `The 10 characters at the end of the link in our SMS to ${number}. The trail notes that you confirmed it.`,
        // With the spaces and hyphens of people who type in groups.
        maxLength: 20,
        isCode: true,
        errorOf: (value) =>
          /^[0-9a-z]{10}$/i.test(value.replaceAll(/[\s-]/g, '')) ? undefined : 'Enter the 10 letters and digits',
      },
    ],
    button: 'Confirm the number',
    busy: 'Confirming',
    apply: async ({ code = '' }) => {
      await confirmNumberOf(id, code);
      return `The number ${number} is confirmed`;
    },
  };
}
