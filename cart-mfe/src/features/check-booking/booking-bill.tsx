import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import { formatPaise, formatRupees } from '@twostroke/shared/domain/money';
import { Sums } from '@twostroke/shared/ui/sums';
import type { Quote } from '../../booking/quote.ts';

/** The bill as the server makes it, with the tax that is in it. */
export function BookingBill({ quote, mode }: { quote: Quote; mode: ServiceMode }) {
  return (
    <Sums
      rows={[
        ...quote.lines.map((line) => ({
          label: line.quantity > 1 ? `${line.quantity} × ${line.name}` : line.name,
          value: formatRupees(line.price),
        })),
        ...(mode === 'doorstep' ? [{ label: 'Visit to your gate', value: formatRupees(0) }] : []),
        { label: 'Total, GST included', value: formatRupees(quote.total), total: true },
        { label: 'of which CGST 9 %', value: formatPaise(quote.cgst_paise), muted: true },
        { label: 'of which SGST 9 %', value: formatPaise(quote.sgst_paise), muted: true },
      ]}
    />
  );
}
