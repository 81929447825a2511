import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SlotHost } from '@twostroke/shared/state';
import { rejected } from '@twostroke/shared/testing/fake-backend';
import { fill } from '@twostroke/shared/testing/fill';
import { open, shop } from '../testing/open-admin.tsx';
import { today } from '../testing/shop-bookings.ts';

const CREDIT = 'POST /rest/v1/rpc/issue_credit_note';
const REPLACE = 'POST /rest/v1/rpc/replace_invoice';
const lines = [
  { description: 'General Service', total_paise: 169_900 },
  { description: 'Brake pads, included', total_paise: 0 },
  { description: '90-day warranty', total_paise: 34_900 },
];
let notes: object[];

beforeEach(() => {
  notes = [];
  shop.backend.answer('POST /rest/v1/rpc/get_invoice', () => ({
    body: { number: 'TS/26-27/000123', customer: { name: 'Asha Kulkarni', gstin: null }, lines, credit_notes: notes },
  }));
});
const openInvoice = (slotHost?: SlotHost) => open(`/admin?view=invoice&booking=${today.id}`, slotHost);

test.each([
  [1, 'retry'],
  [2, 'reload'],
] as const)('after failure %i of the invoice, "Try again" is a %s', async (attempts, expected) => {
  const press = { retry: jest.fn(), reload: jest.fn() };
  openInvoice({
    render: ({ fallback }) => fallback({ status: 'failed', attempts, thrown: false, ...press }),
    prefetch: jest.fn(),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(press[expected]).toHaveBeenCalledTimes(1);
  expect(press.retry.mock.calls.length + press.reload.mock.calls.length).toBe(1);
});

test('an owner takes something off a line, with the reason; a retry has the same request', async () => {
  let tries = 0;
  shop.backend.answer(CREDIT, () => {
    tries += 1;
    if (tries === 1) return { status: 503, body: { message: 'down' } };
    const credited = { number: 'CN/26-27/000007', invoice_number: 'TS/26-27/000123' };
    notes = [{ ...credited, lines: [{ line: 1, total_paise: 20_000 }] }];
    return { body: { credit_notes: notes } };
  });
  openInvoice();
  await userEvent.click(await screen.findByText('Credit note…'));
  const form = within(screen.getByRole('form', { name: 'Credit note' }));
  expect(form.queryByLabelText('Brake pads, included')).toBeNull();
  await userEvent.click(form.getByRole('button', { name: 'Issue the credit note' }));
  expect(form.getByText('Choose at least one line of the invoice, each once')).toBeTruthy();
  await userEvent.type(form.getByLabelText('General Service'), '1700');
  await fill(form.getByLabelText('Reason'), 'The pad was faulty');
  await userEvent.click(form.getByRole('button', { name: 'Issue the credit note' }));
  expect(form.getByText('Enter whole rupees, up to ₹1,699 of this line')).toBeTruthy();
  await userEvent.clear(form.getByLabelText('General Service'));
  await userEvent.type(form.getByLabelText('General Service'), '200');
  await userEvent.click(form.getByRole('button', { name: 'Issue the credit note' }));
  await form.findByRole('alert');
  await userEvent.click(form.getByRole('button', { name: 'Issue the credit note' }));
  await screen.findByText('Credit note CN/26-27/000007 is issued');
  const [first, second] = shop.backend.callsOf(CREDIT).map(({ body }) => body as { request_id: string });
  expect(second).toEqual(first);
  expect(second).toMatchObject({ booking: today.id, lines: [{ line: 1, rupees: 200 }], reason: 'The pad was faulty' });
  await userEvent.click(await screen.findByText('Credit note…'));
  expect(await screen.findByText(/up to ₹1,499/)).toBeTruthy();
});

test('an invoice with a wrong name or GSTIN is replaced, and only what changes is sent', async () => {
  shop.backend.answer(REPLACE, ({ body }) =>
    (body as { gstin: string }).gstin === '27' ? rejected(422, 'gstin') : { body: { number: 'TS/26-27/000124' } },
  );
  openInvoice();
  await userEvent.click(await screen.findByText('Replace the invoice…'));
  const form = within(screen.getByRole('form', { name: 'Replace the invoice' }));
  const gstin = form.getByLabelText(/^GSTIN/);
  await userEvent.type(gstin, '27');
  await fill(form.getByLabelText('Reason'), 'The firm was left out');
  await userEvent.click(form.getByRole('button', { name: 'Replace the invoice' }));
  expect(await form.findByText('Check the GSTIN')).toBeTruthy();
  await fill(gstin, 'AAPFU0939F1ZV');
  await userEvent.click(form.getByRole('button', { name: 'Replace the invoice' }));
  await screen.findByText('Invoice TS/26-27/000124 takes its place');
  expect(shop.backend.callsOf(REPLACE).at(-1)?.body).toEqual({
    booking: today.id,
    request_id: expect.any(String) as string,
    reason: 'The firm was left out',
    gstin: '27AAPFU0939F1ZV',
  });
});

test('the desk reads and prints the invoice, and changes nothing', async () => {
  shop.duty = 'desk';
  openInvoice();
  await screen.findByRole('heading', { level: 1, name: 'Invoice' });
  expect(screen.queryByText('Credit note…')).toBeNull();
  expect(shop.backend.callsOf('POST /rest/v1/rpc/get_invoice')).toEqual([]);
});

test('before the invoice, the page of its vouchers corrects nothing', async () => {
  const asked = jest.fn();
  const render: SlotHost['render'] = ({ props, fallback }) => {
    asked('beforeInvoice' in props && props.beforeInvoice);
    return fallback({ status: 'loading' });
  };
  open(`/admin?view=invoice&booking=${today.id}&papers=vouchers`, { render, prefetch: jest.fn() });
  await screen.findByRole('heading', { level: 1, name: 'Paid in advance' });
  expect(asked).toHaveBeenCalledWith(true);
  expect(shop.backend.callsOf('POST /rest/v1/rpc/get_invoice')).toEqual([]);
});

test('while invoices are switched off, the page says so and leads back to the booking', async () => {
  openInvoice({ render: ({ fallback }) => fallback({ status: 'vacant' }), prefetch: jest.fn() });
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText(/Invoices are switched off for the moment/)).toBeTruthy();
  expect(alert.getByRole('link', { name: 'Back to the booking' })).toBeTruthy();
  expect(screen.queryByText('Loading the invoice')).toBeNull();
});
