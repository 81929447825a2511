import {
  array,
  boolean,
  literal,
  nullable,
  number,
  object,
  optional,
  picklist,
  string,
  type InferOutput,
} from 'valibot';
import { date, instant, words } from './fields.ts';

const invoiceLine = object({
  description: string(),
  sac: string(),
  quantity: number(),
  /** What the quantity counts; null: services. Missing in older invoices. */
  unit: optional(nullable(picklist(words.part_unit))),
  /** With GST; total is gross minus discount, and taxable plus its taxes. */
  gross_paise: number(),
  discount_paise: number(),
  total_paise: number(),
  taxable_paise: number(),
  /** Per cent. */
  rate: number(),
  cgst_rate: number(),
  cgst_paise: number(),
  sgst_rate: number(),
  sgst_paise: number(),
  igst_rate: number(),
  igst_paise: number(),
});

const creditLine = object({
  /** Place of the line on the invoice, from 1. */
  line: number(),
  description: string(),
  sac: string(),
  rate: number(),
  total_paise: number(),
  taxable_paise: number(),
  cgst_rate: number(),
  cgst_paise: number(),
  sgst_rate: number(),
  sgst_paise: number(),
  igst_rate: number(),
  igst_paise: number(),
});

const supplier = object({
  legal_name: string(),
  trade_name: string(),
  address: string(),
  gstin: string(),
  phone: string(),
  email: string(),
});
const customer = object({
  name: string(),
  phone: string(),
  address: nullable(string()),
  gstin: nullable(string()),
});

/** What was taken off an invoice after it was issued. */
export const creditNote = object({
  number: string(),
  date,
  issued_at: instant,
  invoice_number: string(),
  invoice_date: date,
  supplier,
  customer,
  /** 27-Maharashtra */
  place_of_supply: string(),
  reason: string(),
  lines: array(creditLine),
  taxable_paise: number(),
  cgst_paise: number(),
  sgst_paise: number(),
  igst_paise: number(),
  /** Whole rupees. */
  total: number(),
  total_in_words: string(),
});

const voucherKind = picklist(words.voucher_kind);
const named = { number: string(), date };

/** The receipt of an advance, or of one that was given back. */
export const voucher = object({
  kind: voucherKind,
  ...named,
  issued_at: instant,
  supplier,
  customer,
  /** 27-Maharashtra */
  place_of_supply: string(),
  reverse_charge: literal('No'),
  booking_number: string(),
  bike: string(),
  /** What was booked when the money moved. */
  description: string(),
  sac: string(),
  rate: number(),
  method: picklist(words.payment_method),
  taxable_paise: number(),
  cgst_rate: number(),
  cgst_paise: number(),
  sgst_rate: number(),
  sgst_paise: number(),
  igst_rate: number(),
  igst_paise: number(),
  /** Whole rupees. */
  total: number(),
  total_paise: number(),
  total_in_words: string(),
  /** Of a refund voucher: the receipt voucher of the advance. */
  receipt: optional(object(named)),
  /** The shop's facts are invented. */
  is_demo: boolean(),
});

/** How other papers and pages name a voucher; total in rupees. */
export const voucherName = object({ kind: voucherKind, ...named, total: number() });

const issued = object({
  number: string(),
  date,
  issued_at: instant,
  supplier,
  customer,
  /** 27-Maharashtra */
  place_of_supply: string(),
  reverse_charge: literal('No'),
  lines: array(invoiceLine),
  discount_paise: number(),
  /** The part of the discount from credits; missing in older invoices. */
  credit_paise: optional(number()),
  taxable_paise: number(),
  tax_paise: number(),
  cgst_paise: number(),
  sgst_paise: number(),
  igst_paise: number(),
  /** Whole rupees. */
  total: number(),
  total_paise: number(),
  total_in_words: string(),
  booking_number: string(),
  service_date: date,
  bike: string(),
  vehicle_number: nullable(string()),
  odometer_km: nullable(number()),
  /** Missing in invoices issued before the field existed. */
  model_year: optional(nullable(number())),
  mechanic: nullable(string()),
  warranty_until: date,
  /** Or this many kilometres, whichever comes first; null: no limit. */
  warranty_km: nullable(number()),
  /** Null after work that starts no interval anew, such as a wash. */
  next_service: nullable(object({ date, odometer_km: nullable(number()) })),
  /** After an oil change alone. Left out on invoices of before. */
  next_oil_change: optional(nullable(object({ date, odometer_km: nullable(number()) }))),
  /** Vouchers of what was paid before; missing in older invoices. */
  advances: optional(array(voucherName)),
  /** The invoice that credit notes took back, and whose place this one takes. */
  replaces: optional(object({ number: string(), date })),
  /** The shop's facts are invented. */
  is_demo: boolean(),
});

/** As issued: it never changes. */
export const invoice = object({
  ...issued.entries,
  credit_notes: optional(array(creditNote)),
  /** Invoices that this one replaced, the oldest first. */
  earlier: optional(array(issued)),
});

export type InvoiceLine = InferOutput<typeof invoiceLine>;
export type CreditNote = InferOutput<typeof creditNote>;
export type Voucher = InferOutput<typeof voucher>;
export type Invoice = InferOutput<typeof invoice>;
