import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CreditNote, Invoice, PaymentAttempt, Voucher } from '@twostroke/shared/api/payments';
import { cardAtCounter } from '@twostroke/shared/testing/build-payment';
import { issuedInvoice } from '../../testing/issued-invoice.ts';
import { issuedVoucher as advance } from '../../testing/issued-voucher.ts';
import { InvoicePapers } from './invoice-papers.tsx';

const [line] = issuedInvoice.lines;
const note: CreditNote = {
  ...{ number: 'CN/26-27/000007', date: '2026-11-22', issued_at: '2026-11-22T09:30:00+00:00' },
  ...{ invoice_number: issuedInvoice.number, invoice_date: '2026-11-21', reason: 'The pad was faulty' },
  ...{ supplier: issuedInvoice.supplier, customer: issuedInvoice.customer, place_of_supply: '27-Maharashtra' },
  ...{ taxable_paise: 16_950, cgst_paise: 1525, sgst_paise: 1525, igst_paise: 0 },
  ...{ total: 200, total_in_words: 'Rupees Two Hundred only' },
  lines: [
    {
      ...{ line: 1, description: 'General Service', sac: '998714', rate: 18, total_paise: 20_000 },
      ...{ taxable_paise: 16_950, cgst_rate: 9, cgst_paise: 1525, sgst_rate: 9, sgst_paise: 1525 },
      ...{ igst_rate: 0, igst_paise: 0 },
    },
  ],
};

const refunded: Voucher = {
  ...{ ...advance, kind: 'refund', number: 'RF/26-27/000001', date: '2026-11-21', total: 300 },
  receipt: { number: advance.number, date: advance.date },
};

function show(changes: Partial<Invoice> = {}, payments: PaymentAttempt[] = [], vouchers: Voucher[] = []) {
  const invoice: Invoice = { ...issuedInvoice, ...changes };
  const payment = { due: 0, paid: 2048, payments };
  render(
    <InvoicePapers invoice={invoice} vouchers={vouchers} payment={payment} request={null} onPrintInvoice={() => {}} />,
  );
  return userEvent.setup();
}

test('the invoice names its credit note, which is a paper of its own', async () => {
  const user = show({ credit_notes: [note] });
  const invoice = within(screen.getByRole('region', { name: `Invoice ${issuedInvoice.number}` }));
  expect(invoice.getByText(/^Credit note CN\/26-27\/000007 of .* takes ₹200 off: The pad was faulty\.$/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Credit note CN/26-27/000007, ₹200' }));
  const paper = within(screen.getByRole('region', { name: 'Credit note CN/26-27/000007' }));
  expect(screen.queryByRole('region', { name: `Invoice ${issuedInvoice.number}` })).toBeNull();
  expect(paper.getByText('For invoice').nextElementSibling?.textContent).toMatch(/^TS\/26-27\/000123, /);
  expect(paper.getByRole('row', { name: /^General Service/ }).textContent).toBe(
    'General Service998714₹169.50₹15.25₹15.25₹200.00',
  );
  expect(paper.getByRole('row', { name: /^Total/ }).textContent).toBe('Total₹169.50₹15.25₹15.25₹200');
  expect(paper.getByText('The reason: The pad was faulty.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: `Invoice ${issuedInvoice.number}` }));
  expect(screen.getByText('Paid ₹2,048')).toBeTruthy();
});

test('an invoice in place of another one says so, and the former one can still be read', async () => {
  const former = { ...issuedInvoice, number: 'TS/26-27/000100', total: 1999 };
  const user = show({ replaces: { number: former.number, date: former.date }, earlier: [former] });
  expect(screen.getByText('In place of').nextElementSibling?.textContent).toMatch(/^TS\/26-27\/000100, /);
  await user.click(screen.getByRole('button', { name: 'Replaced invoice TS/26-27/000100' }));
  expect(screen.getByText('₹1,999')).toBeTruthy();
  expect(screen.queryByText('Paid ₹2,048')).toBeNull();
});

test('the invoice says how it was paid, without what was given back', () => {
  const card = cardAtCounter as PaymentAttempt;
  const cash: PaymentAttempt = { ...card, id: '2', method: 'cash', terminal_reference: null };
  show({}, [{ ...card, id: '3', method: 'upi', status: 'refunded' }, card, cash, { ...cash, id: '4' }]);
  expect(screen.getByText('Paid ₹2,048 by card and in cash')).toBeTruthy();
});

test('goods have their unit and their HSN code', () => {
  show({ lines: [{ ...line!, description: 'Engine oil', sac: '27101972', quantity: 2.3, unit: 'litre' }] });
  expect(screen.getByRole('columnheader', { name: 'HSN/SAC' })).toBeTruthy();
  expect(screen.getByRole('cell', { name: '2.3 l' })).toBeTruthy();
});

test('the invoice names the vouchers of advances, which are papers of their own', async () => {
  const user = show({ advances: [advance, refunded] }, [], [advance, refunded]);
  const words =
    /^Paid in advance: receipt voucher RV\/26-27\/000003 of .*, ₹2,000; refund voucher RF\/26-27\/000001 of .*, ₹300\.$/;
  expect(screen.getByText(words)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Receipt voucher RV/26-27/000003, ₹2,000' }));
  const receipt = within(screen.getByRole('region', { name: 'Receipt voucher RV/26-27/000003' }));
  expect(receipt.getByRole('row', { name: /^Advance/ }).textContent).toBe(
    'Advance: General Service998714₹1,694.90₹152.55₹152.55₹2,000.00',
  );
  expect(receipt.getByText('Paid ₹2,000 by UPI')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Refund voucher RF/26-27/000001, ₹300' }));
  const refund = within(screen.getByRole('region', { name: 'Refund voucher RF/26-27/000001' }));
  expect(refund.getByText('For receipt voucher').nextElementSibling?.textContent).toMatch(/^RV\/26-27\/000003, /);
  expect(refund.getByText('Given back ₹300')).toBeTruthy();
});
