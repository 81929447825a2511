import { callRpc } from '@twostroke/shared/client';
import { formatRupees } from '@twostroke/shared/domain/money';
import { workError, workLengths } from '../../model/proposed-work.ts';
import type { ChangeFormSpec } from './change-form-spec.ts';
import type { AdminBooking } from './read-booking.ts';

/** Another price of a line that the customer is asked about. It takes an answer back, so the customer is asked again. */
export function repriceFormSpec({ extra_work, approval_limit }: AdminBooking, id: string): ChangeFormSpec {
  const line = extra_work.find((each) => each.id === id);
  const name = line?.name ?? 'this line';
  return {
    fields: [
      {
        id: 'price',
        label: `Price of ${name} in rupees`,
        hint: `GST included. The customer is asked with this price; up to ${formatRupees(approval_limit)} in all needs no answer.`,
        numeric: true,
        maxLength: workLengths.price,
        start: line?.price ?? '',
        errorOf: (value) => workError('price', value),
      },
    ],
    button: 'Correct the price',
    busy: 'Saving',
    apply: async ({ price }) => {
      await callRpc('reprice_extra_work', { line: id, price: Number(price) });
      return `${name} costs ${formatRupees(Number(price))} now`;
    },
  };
}
