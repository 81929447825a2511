import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildPayment, cardAtCounter, claimedUpi } from '@twostroke/shared/testing/build-payment';
import type { BookingPayment, UpiRequest } from '@twostroke/shared/api/payments';
import { AppError } from '@twostroke/shared/client';
import type { PaymentActions } from './payment-actions.ts';
import { PaymentPanel } from './payment-panel.tsx';

const upi: UpiRequest = {
  payment: '0b2c5a0e-8f57-4f0e-a7f3-000000000001',
  reference: 'REF1',
  amount: 2048,
  amount_paise: 204800,
  status: 'created',
  upi_link: 'upi://pay?pa=demo%40example&am=2048.00',
  vpa: 'demo@example',
  name: 'Twostroke',
};

function show(payment: object, actions: Partial<PaymentActions> = {}, begin = false, bookingStatus?: string) {
  const onChanged = jest.fn();
  const all: PaymentActions = {
    startUpi: () => Promise.resolve(upi),
    claimUpi: () => Promise.resolve(null),
    payOnline: () => Promise.resolve(null),
    payAfterService: () => Promise.resolve(null),
    hasLeftToPay: () => false,
    endPaying: () => undefined,
    ...actions,
  };
  const element = (facts: object) => (
    <PaymentPanel
      payment={facts as BookingPayment}
      actions={all}
      bookingStatus={bookingStatus}
      begin={begin}
      onChanged={onChanged}
    />
  );
  const { rerender, container } = render(element(buildPayment(payment)));
  return { onChanged, container, now: (facts: object) => rerender(element(buildPayment(facts))) };
}
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

test('a booking that is paid after the service says so in one line, and can be paid now', async () => {
  show({});
  expect(screen.getByRole('region', { name: 'Payment' }).textContent).toBe('To pay after: ₹2,048. Pay now');
  expect(screen.queryByRole('button', { name: /by UPI/ })).toBeNull();
  await press('Pay now');
  expect(screen.getByRole('button', { name: 'Pay ₹2,048 by UPI' }).parentElement).toBe(document.activeElement);
});

test('UPI shows the link, the QR code and the reference, then the payment that the customer reports', async () => {
  const claimUpi = jest.fn(() => Promise.resolve(null));
  const { onChanged, now } = show({}, { claimUpi });
  await press('Pay now');
  await press('Pay ₹2,048 by UPI');
  expect(screen.getByRole('link', { name: 'Open a UPI app', hidden: true }).getAttribute('href')).toBe(upi.upi_link);
  const code = await screen.findByRole('img', { name: 'Code to pay ₹2,048 with the UPI app of a phone', busy: false });
  expect(code.querySelectorAll('path')[1]?.getAttribute('d')?.length).toBeGreaterThan(1000);
  expect(screen.getByText('REF1')).toBeTruthy();
  await press('I have paid');
  expect(claimUpi).toHaveBeenCalledWith('REF1');
  expect(onChanged).toHaveBeenCalledTimes(1);
  now({ status: 'claimed', payments: [claimedUpi] });
  expect(screen.getByText('Payment claimed, verifying.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('shows the UPI details at once when the customer chose UPI at booking', async () => {
  show({ method: 'upi' }, {}, true);
  await screen.findByText('REF1');
  await press('Pay another way');
  expect(screen.getByRole('button', { name: /card or net banking/ })).toBeTruthy();
});

test('shows the message of a rejection and reloads the booking', async () => {
  const { onChanged } = show(
    {},
    {
      payOnline: () => Promise.resolve(new AppError('conflict', '', { hint: 'paid' })),
    },
  );
  await press('Pay now');
  await press(/card or net banking/);
  expect(screen.getByRole('alert').textContent).toBe('There is nothing left to pay.');
  expect(onChanged).toHaveBeenCalled();
});

test.each(['offline', 'timeout', 'unavailable'] as const)(
  '%s: the press can be repeated, and nothing is reloaded',
  async (code) => {
    const { onChanged } = show({}, { payOnline: () => Promise.resolve(new AppError(code, '')) });
    await press('Pay now');
    await press(/by card/);
    expect((await screen.findByRole('alert')).textContent).not.toBe('');
    expect(screen.getByRole('button', { name: /by card/ })).toBeTruthy();
    expect(onChanged).not.toHaveBeenCalled();
  },
);

test('offers no online payment without a gateway', async () => {
  show({ online: false });
  await press('Pay now');
  expect(screen.queryByRole('button', { name: /card/ })).toBeNull();
  expect(screen.getByRole('button', { name: /UPI/ })).toBeTruthy();
});

test('shows why staff rejected a UPI payment, and offers to pay again', () => {
  show({ payments: [{ ...claimedUpi, status: 'failed', note: 'nothing with this reference' }] });
  expect(screen.getByText(/We did not find your UPI payment: nothing with this reference/)).toBeTruthy();
  expect(screen.getByRole('button', { name: /by UPI/ })).toBeTruthy();
});

test('offers no second payment while the bank has not confirmed the first', () => {
  show({ payments: [{ ...claimedUpi, provider: 'local', method: 'card', status: 'authorized' }] });
  expect(screen.getByText(/Your bank has not confirmed it yet/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a card that was charged at the counter has its approval code', () => {
  show({ status: 'paid', paid: 2048, due: 0, payments: [cardAtCounter] });
  expect(screen.getByText(/^Card, .*, TS4F9C21ABQWERTYUIOP, approval code 00471B$/)).toBeTruthy();
  expect(screen.getByText('₹2,048 is paid.')).toBeTruthy();
});

test('shows refunds, with how long they take', () => {
  show({
    status: 'refund_due',
    due: 0,
    payments: [{ ...claimedUpi, status: 'captured', captured_paise: 204800, captured_at: '2026-11-20T04:50:00Z' }],
    refunds: [
      { id: '1', amount_paise: 194800, status: 'asked' },
      { id: '2', amount_paise: 5000, status: 'done' },
    ],
  });
  expect(screen.getByText('We give you back ₹1,948').parentElement?.textContent).toBe(
    'We give you back ₹1,948 to where it came from. That takes 5–7 working days.',
  );
  expect(screen.getByText('₹50 was given back.')).toBeTruthy();
});

test('a no-show fee can be paid at once; otherwise the next booking carries it', () => {
  show({ due: 200 }, {}, false, 'no_show');
  expect(screen.getByText('₹200 to pay').parentElement?.textContent).toBe(
    '₹200 to pay for a missed visit. It is added to your next booking, or pay it now.',
  );
  expect(screen.getByRole('button', { name: 'Pay ₹200 by UPI' })).toBeTruthy();
});

test('shows a carried fee and a credit even when nothing is due', () => {
  const { now } = show({ status: 'nothing_due', due: 0, carried_to: '7b1d04c2' }, {}, false, 'no_show');
  expect(screen.getByText('Its fee is paid with booking 7b1d04c2.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  now({ status: 'nothing_due', due: 0, credit_given: { amount: 100, reason: 'we_cancelled', used_by: null } });
  expect(screen.getByText('You have ₹100 credit: it is taken off your next booking.')).toBeTruthy();
});

test('a booking without payment information shows no panel', () => {
  const { container } = show({ status: 'nothing_due', due: 0 });
  expect(container.textContent).toBe('');
});
