import { render, screen, waitFor, within } from '@testing-library/react';
import { forgetQueries } from '@twostroke/shared/api/use-query';
import { buildPayment } from '@twostroke/shared/testing/build-payment';
import { fakeBackend, type FakeAnswer } from '@twostroke/shared/testing/fake-backend';
import { booking, bookingBackend, token } from '../testing/booking-fixtures.ts';
import { issuedInvoice } from '../testing/issued-invoice.ts';
import { issuedVoucher } from '../testing/issued-voucher.ts';
import { GET_BOOKING, openBooking } from '../testing/open-customer-booking.tsx';
import { Component } from './booking-invoice.tsx';

beforeEach(() => forgetQueries());

test('a completed booking shows its invoice', async () => {
  const backend = bookingBackend({
    [GET_BOOKING]: {
      body: {
        ...booking,
        status: 'completed',
        final_price: 2048,
        payment: buildPayment({ status: 'paid', paid: 2048, due: 0 }),
      },
    },
    'POST /rest/v1/rpc/get_invoice': { body: issuedInvoice },
  });
  const { user } = openBooking(token);
  await user.click(await screen.findByRole('button', { name: 'Invoice' }));
  const invoice = within(await screen.findByRole('region', { name: `Invoice ${issuedInvoice.number}` }));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`Invoice ${issuedInvoice.number}`);
  expect(invoice.getByText('Paid ₹2,048')).toBeTruthy();
  expect(invoice.getByRole('row', { name: /^Warranty 30 to 90 days/ }).textContent).toBe(
    'Warranty 30 to 90 days9987141₹295.76₹26.62₹26.62₹349.00',
  );
  expect(invoice.getByRole('row', { name: /^Total/ }).textContent).toBe('Total₹1,735.59₹156.21₹156.20₹2,048');
  // Issued before the model year existed.
  expect(invoice.queryByText('Model year')).toBeNull();
  expect(backend.callsOf('POST /rest/v1/rpc/get_invoice')[0]?.body).toEqual({
    booking: booking.id,
    manage_token: token,
  });
  await user.click(screen.getByRole('button', { name: 'Back to the booking' }));
  await screen.findByText('No. 4f9c21ab');
});

test('an advance shows its receipt voucher before there is an invoice', async () => {
  const backend = bookingBackend({
    [GET_BOOKING]: {
      body: { ...booking, payment: buildPayment({ status: 'paid', paid: 2048, due: 0, vouchers: [issuedVoucher] }) },
    },
    'POST /rest/v1/rpc/get_vouchers': { body: [issuedVoucher] },
  });
  const { user } = openBooking(token);
  await user.click(await screen.findByRole('button', { name: 'Receipt' }));
  expect(await screen.findByRole('region', { name: 'Receipt voucher RV/26-27/000003' })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Paid in advance');
  expect(backend.callsOf('POST /rest/v1/rpc/get_vouchers')[0]?.body).toEqual({
    booking: booking.id,
    manage_token: token,
  });
  expect(backend.callsOf('POST /rest/v1/rpc/get_invoice')).toEqual([]);
});

test('the link of the invoice opens it at first, and the booking before it is done', async () => {
  bookingBackend({
    [GET_BOOKING]: { body: { ...booking, status: 'completed', final_price: 2048 } },
    'POST /rest/v1/rpc/get_invoice': { body: issuedInvoice },
  });
  const { user, unmount } = openBooking(token, null, true);
  expect(await screen.findByRole('button', { name: 'Download PDF' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Back to the booking' }));
  await screen.findByText('No. 4f9c21ab');
  unmount();
  forgetQueries();
  bookingBackend({ [GET_BOOKING]: { body: booking } });
  openBooking(token, null, true);
  await screen.findByText('No. 4f9c21ab');
});

test('the invoice shows the tax at the rates that it was issued with', async () => {
  const lines = issuedInvoice.lines.map((line) => ({ ...line, cgst_rate: 2.5, sgst_rate: 6 }));
  bookingBackend({
    [GET_BOOKING]: { body: { ...booking, status: 'completed', final_price: 2048 } },
    'POST /rest/v1/rpc/get_invoice': { body: { ...issuedInvoice, lines } },
  });
  const { user } = openBooking(token);
  await user.click(await screen.findByRole('button', { name: 'Invoice' }));
  const table = within(await screen.findByRole('table', { name: 'Lines' }));
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Description',
    'SAC',
    'Qty',
    'Taxable',
    'CGST 2.5 %',
    'SGST 6 %',
    'Amount',
  ]);
});

test('an invoice with two rates of a tax names the rate in each line', async () => {
  const [first, second] = issuedInvoice.lines;
  bookingBackend({
    [GET_BOOKING]: { body: { ...booking, status: 'completed', final_price: 2048 } },
    'POST /rest/v1/rpc/get_invoice': { body: { ...issuedInvoice, lines: [first, { ...second, cgst_rate: 2.5 }] } },
  });
  const { user } = openBooking(token);
  await user.click(await screen.findByRole('button', { name: 'Invoice' }));
  const table = within(await screen.findByRole('table', { name: 'Lines' }));
  expect(table.getByRole('columnheader', { name: 'CGST' })).toBeTruthy();
  expect(table.getByRole('cell', { name: '₹129.59 (9 %)' })).toBeTruthy();
  expect(table.getByRole('cell', { name: '₹26.62 (2.5 %)' })).toBeTruthy();
});

const upiRequest = {
  reference: 'REF1',
  amount: 2048,
  upi_link: 'upi://pay?pa=demo@example',
  vpa: 'demo@example',
  name: 'T',
};

test('an unpaid invoice says what to pay; its code for a UPI app is requested by a press only', async () => {
  const backend = bookingBackend({
    [GET_BOOKING]: { body: { ...booking, status: 'completed', final_price: 2048 } },
    'POST /rest/v1/rpc/get_invoice': { body: issuedInvoice },
    'POST /rest/v1/rpc/start_payment': { body: upiRequest },
  });
  const { user } = openBooking(token);
  await user.click(await screen.findByRole('button', { name: 'Invoice' }));
  expect(await screen.findByText('To pay ₹2,048')).toBeTruthy();
  const show = screen.getByRole('button', { name: 'Show the code to pay' });
  expect(backend.callsOf('POST /rest/v1/rpc/start_payment')).toEqual([]);
  await user.click(show);
  expect(await screen.findByRole('img', { name: /^Code to pay ₹2,048/, busy: false })).toBeTruthy();
});

test('a printed invoice has its code, or is printed without one when that cannot be had', async () => {
  const printed = jest.spyOn(window, 'print').mockReturnValue();
  const code = () => screen.queryByRole('img', { name: /^Code to pay ₹2,048/, busy: false });
  let answer: FakeAnswer = { status: 503, body: { message: 'down' } };
  bookingBackend({
    [GET_BOOKING]: { body: { ...booking, status: 'completed', final_price: 2048 } },
    'POST /rest/v1/rpc/get_invoice': { body: issuedInvoice },
    'POST /rest/v1/rpc/start_payment': () => answer,
  });
  const { user } = openBooking(token);
  await user.click(await screen.findByRole('button', { name: 'Invoice' }));
  const print = await screen.findByRole('button', { name: 'Print or save as PDF' });
  await user.click(print);
  await screen.findByRole('alert');
  expect(printed).toHaveBeenCalledTimes(1);

  answer = { body: upiRequest };
  printed.mockImplementation(() => expect(code()).toBeTruthy());
  await user.click(print);
  await waitFor(() => expect(printed).toHaveBeenCalledTimes(2));
  await user.click(print);
  expect(printed).toHaveBeenCalledTimes(3);
});

test('staff read the invoice of a booking, and its vouchers before there is one', async () => {
  const GET_INVOICE = 'POST /rest/v1/rpc/get_invoice';
  const GET_VOUCHERS = 'POST /rest/v1/rpc/get_vouchers';
  const backend = fakeBackend({ [GET_INVOICE]: { body: issuedInvoice }, [GET_VOUCHERS]: { body: [issuedVoucher] } });
  const { unmount } = render(<Component booking={booking.id} back={null} />);
  await screen.findByRole('heading', { level: 1, name: `Invoice ${issuedInvoice.number}` });
  expect(backend.callsOf(GET_VOUCHERS)).toEqual([]);
  unmount();
  render(<Component booking={booking.id} beforeInvoice back={null} />);
  expect(await screen.findByRole('region', { name: 'Receipt voucher RV/26-27/000003' })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Paid in advance');
  expect(backend.callsOf(GET_INVOICE)).toHaveLength(1);
});
