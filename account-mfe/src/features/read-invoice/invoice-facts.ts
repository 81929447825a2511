import type { PaymentMethod } from '@twostroke/shared/domain/payment-method';

/** A line with its taxes. */
export interface TaxedLine {
  description: string;
  sac: string;
  taxable_paise: number;
  cgst_rate: number;
  cgst_paise: number;
  sgst_rate: number;
  sgst_paise: number;
  igst_rate: number;
  igst_paise: number;
  total_paise: number;
}

export interface InvoiceFacts {
  number: string;
  /** YYYY-MM-DD */
  date: string;
  supplier: { legal_name: string; trade_name: string; address: string; gstin: string; phone: string; email: string };
  customer: { name: string; phone: string; address: string | null; gstin: string | null };
  place_of_supply: string;
  reverse_charge: string;
  lines: readonly (TaxedLine & {
    quantity: number;
    /** Of goods; missing in invoices issued before the field existed. */
    unit?: 'piece' | 'litre' | 'set' | 'pair' | null;
    discount_paise: number;
  })[];
  /** The part of the discounts that is credit; missing in older invoices. */
  credit_paise?: number;
  taxable_paise: number;
  cgst_paise: number;
  sgst_paise: number;
  igst_paise: number;
  /** Whole rupees. */
  total: number;
  total_in_words: string;
  booking_number: string;
  service_date: string;
  bike: string;
  vehicle_number: string | null;
  odometer_km: number | null;
  /** Missing in invoices issued before the field existed. */
  model_year?: number | null;
  warranty_until: string;
  warranty_km: number | null;
  /** Null after work that starts no interval anew, such as a wash. */
  next_service: { date: string; odometer_km: number | null } | null;
  /** After an oil change alone; missing in invoices issued before the field existed. */
  next_oil_change?: { date: string; odometer_km: number | null } | null;
  is_demo: boolean;
  /** Vouchers of what was paid before; missing in older invoices. Rupees. */
  advances?: readonly { kind: 'receipt' | 'refund'; number: string; date: string; total: number }[];
  /** The invoice in whose place this one was issued. */
  replaces?: { number: string; date: string };
  /** Of all invoices of the booking. */
  credit_notes?: readonly CreditNoteFacts[];
}

/** What was taken off an invoice after it was issued. */
export interface CreditNoteFacts extends Pick<
  InvoiceFacts,
  'number' | 'date' | 'supplier' | 'customer' | 'place_of_supply' | 'taxable_paise' | 'cgst_paise' | 'sgst_paise'
> {
  invoice_number: string;
  invoice_date: string;
  reason: string;
  lines: readonly TaxedLine[];
  igst_paise: number;
  /** Whole rupees. */
  total: number;
  total_in_words: string;
}

/** The receipt of an advance, or of one that was given back. */
export interface VoucherFacts
  extends
    TaxedLine,
    Pick<InvoiceFacts, 'number' | 'date' | 'supplier' | 'customer' | 'place_of_supply' | 'reverse_charge' | 'is_demo'>,
    Pick<InvoiceFacts, 'bike' | 'booking_number' | 'total' | 'total_in_words'> {
  kind: 'receipt' | 'refund';
  method: PaymentMethod;
  /** Of a refund voucher: the receipt voucher of the advance. */
  receipt?: { number: string; date: string };
}
