import { screen, within } from '@testing-library/react';
import { forgetQueries } from '@twostroke/shared/api/use-query';
import { booking, bookingBackend, token } from '../testing/booking-fixtures.ts';
import { GET_BOOKING, openBooking } from '../testing/open-customer-booking.tsx';

beforeEach(() => forgetQueries());

const ANSWER = 'POST /rest/v1/rpc/answer_extra_work';
const pads = {
  ...{ id: 'pads', name: 'Front brake pads', reason: 'Worn to 1 mm', price: 600, minutes: 30, price_version: 2 },
  ...{ status: 'approved', decided_by: 'customer', decided_at: '2026-11-21T06:35:00Z' },
  locked_at: null as string | null,
};
const bulb = { ...pads, id: 'bulb', name: 'Bulb', decided_by: 'limit' };
const begun = { ...pads, locked_at: '2026-11-21T07:00:00Z' };

test('the page says what was answered, and changes it until the work begins', async () => {
  let lines = [pads, bulb];
  const backend = bookingBackend({
    [GET_BOOKING]: () => ({ body: { ...booking, status: 'in_service', extra_work: lines } }),
    [ANSWER]: () => {
      lines = [{ ...pads, status: 'later' }, bulb];
      return { body: {} };
    },
  });
  const { user } = openBooking(token);
  const work = within(await screen.findByRole('region', { name: 'Extra work' }));
  expect(work.getByText(/^You said yes on Sat 21.Nov, 12:05.pm\.$/)).toBeTruthy();
  expect(work.getByText(/^You can change an answer until the work on that line begins\./)).toBeTruthy();
  const change = work.getByRole('button', { name: 'Change the answer: Front brake pads' });
  expect(work.getAllByRole('button')).toEqual([change]);
  await user.click(change);
  expect(work.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Change',
    'No, leave it',
    'Later',
  ]);

  await user.click(work.getByRole('button', { name: 'Later: Front brake pads' }));
  expect(await work.findByText(/^You said later/)).toBeTruthy();
  expect(document.activeElement).toBe(work.getByRole('button', { name: 'Change the answer: Front brake pads' }));
  expect(backend.callsOf(ANSWER)[0]?.body).toEqual({
    ...{ line: 'pads', answer: 'later', price_version: 2 },
    manage_token: token,
  });
  // What is not done costs nothing: the price of a yes stands on its button.
  await user.click(work.getByRole('button', { name: 'Change the answer: Front brake pads' }));
  expect(work.getByRole('button', { name: 'Yes, do it, ₹600: Front brake pads' }).textContent).toBe('Yes, do it, ₹600');
});

test('work that has begun says since when, and its answer stays', async () => {
  bookingBackend({ [GET_BOOKING]: { body: { ...booking, status: 'in_service', extra_work: [begun] } } });
  openBooking(token);
  const work = within(await screen.findByRole('region', { name: 'Extra work' }));
  expect(work.getByText(/The work on it began on Sat 21.Nov, 12:30.pm\.$/)).toBeTruthy();
  expect(work.queryByRole('button')).toBeNull();
  expect(work.queryByText(/You can change an answer/)).toBeNull();
});

test('a change that comes too late is refused with the time, and the page shows how it is now', async () => {
  let line = pads;
  bookingBackend({
    [GET_BOOKING]: () => ({ body: { ...booking, status: 'in_service', extra_work: [line] } }),
    [ANSWER]: () => {
      line = begun;
      const details = JSON.stringify({ since: begun.locked_at });
      return { status: 409, body: { code: 'PT409', message: 'Conflict', hint: 'work_begun', details } };
    },
  });
  const { user } = openBooking(token);
  await user.click(await screen.findByRole('button', { name: 'Change the answer: Front brake pads' }));
  await user.click(screen.getByRole('button', { name: 'No, leave it: Front brake pads' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(/^The work on this has begun, Sat 21.Nov, 12:30.pm\. To change it, call us on /);
  expect(await screen.findByText(/The work on it began/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Front brake pads/ })).toBeNull();
});
