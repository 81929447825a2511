import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import { formatPaise, formatRupees } from '@twostroke/shared/domain/money';
import { Sums, type Sum } from '@twostroke/shared/ui/sums';
import type { Quote } from '@twostroke/shared/api/quote';

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
        ...(quote.coupon && quote.coupon.off > 0
          ? [{ label: `Coupon ${quote.coupon.code}`, value: formatRupees(-quote.coupon.off) }]
          : []),
        { label: 'Total, GST included', value: formatRupees(quote.total), total: true },
        { label: 'Before GST', value: formatPaise(quote.taxable_paise), muted: true },
        ...taxRows(quote),
      ]}
    />
  );
}

function taxRows({ cgst_paise, sgst_paise, igst_paise, cgst_rate, sgst_rate, igst_rate }: Quote): Sum[] {
  if (igst_paise > 0) return [{ label: `IGST ${igst_rate} %`, value: formatPaise(igst_paise), muted: true }];
  return [
    { label: `CGST ${cgst_rate} %`, value: formatPaise(cgst_paise), muted: true },
    { label: `SGST ${sgst_rate} %`, value: formatPaise(sgst_paise), muted: true },
  ];
}
