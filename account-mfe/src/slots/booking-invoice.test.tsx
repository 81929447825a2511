import { forgetQueries } from '@twostroke/shared/api/use-query';
import { fakeBackend } from '@twostroke/shared/testing/fake-backend';
import { render, screen } from '@testing-library/react';
import { issuedInvoice } from '../testing/issued-invoice.ts';
import { issuedVoucher } from '../testing/issued-voucher.ts';
import { Component } from './booking-invoice.tsx';

const booking = '4f9c21ab-0000-4000-8000-000000000000';
const GET_INVOICE = 'POST /rest/v1/rpc/get_invoice';
const GET_VOUCHERS = 'POST /rest/v1/rpc/get_vouchers';

beforeEach(() => forgetQueries());

test('staff read the invoice of a booking, and its vouchers before there is one', async () => {
  const backend = fakeBackend({ [GET_INVOICE]: { body: issuedInvoice }, [GET_VOUCHERS]: { body: [issuedVoucher] } });
  const { unmount } = render(<Component booking={booking} back={null} />);
  await screen.findByRole('heading', { level: 1, name: `Invoice ${issuedInvoice.number}` });
  expect(backend.callsOf(GET_VOUCHERS)).toEqual([]);
  unmount();
  render(<Component booking={booking} beforeInvoice back={null} />);
  expect(await screen.findByRole('region', { name: 'Receipt voucher RV/26-27/000003' })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Paid in advance');
  expect(backend.callsOf(GET_INVOICE)).toHaveLength(1);
});
