import type { Voucher } from '@twostroke/shared/api/payments';
import { issuedInvoice } from './issued-invoice.ts';

/** A receipt voucher as get_vouchers returns it: ₹2,000 in advance. */
export const issuedVoucher: Voucher = {
  ...{ kind: 'receipt', number: 'RV/26-27/000003', date: '2026-11-20', issued_at: '2026-11-20T09:30:00+00:00' },
  ...{ supplier: issuedInvoice.supplier, customer: issuedInvoice.customer, place_of_supply: '27-Maharashtra' },
  ...{ reverse_charge: 'No', booking_number: '4f9c21ab', bike: 'Honda Activa 6G', description: 'General Service' },
  ...{ sac: '998714', rate: 18, method: 'upi', taxable_paise: 169_490, cgst_rate: 9, cgst_paise: 15_255 },
  ...{ sgst_rate: 9, sgst_paise: 15_255, igst_rate: 0, igst_paise: 0, total: 2000, total_paise: 200_000 },
  ...{ total_in_words: 'Rupees Two Thousand only', is_demo: true },
};
