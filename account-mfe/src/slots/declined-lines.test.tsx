import { screen, waitFor } from '@testing-library/react';
import { forgetQueries } from '@twostroke/shared/api/use-query';
import { rejected } from '@twostroke/shared/testing/fake-backend';
import { cartAtom, store } from '@twostroke/shared/state';
import { booking, bookingBackend, token } from '../testing/booking-fixtures.ts';
import { GET_BOOKING, openBooking } from '../testing/open-customer-booking.tsx';

beforeEach(() => forgetQueries());

const work = {
  ...{ id: '5d1f0c3e-0000-4000-8000-000000000001', item_id: 'brake-pad-replacement', name: 'Rear brake shoes' },
  ...{ reason: '1.2 mm left', price: 999, minutes: 60, urgency: 'due_later', answer: 'later' },
  answered_on: '2026-11-21',
};
const done = { ...booking, status: 'completed', closed_at: '2026-11-21T10:00:00Z', declined_work: [work] };

test('a guest books what was found and not done in one press, with the key of that booking', async () => {
  bookingBackend({
    [GET_BOOKING]: { body: done },
    'GET /rest/v1/models': {
      body: [
        {
          ...{ id: 'royal-enfield/classic-350', slug: 'classic-350', name: 'Classic 350', brand_slug: 'royal-enfield' },
          ...{ body: 'roadster', drive: 'chain', engine_cc: 349, search_names: [], popular_rank: null },
        },
      ],
    },
  });
  const { user } = openBooking(token);
  await user.click(await screen.findByRole('button', { name: 'Book it, ₹999: Rear brake shoes' }));
  await waitFor(() => expect(store.get(cartAtom).items).toHaveLength(1));
  expect(store.get(cartAtom).items[0]).toMatchObject({
    ...{ id: `${work.item_id}.${work.id}`, package_type: 'addon', price: 999, declined: work.id, link: token },
  });
});

test('declined work is removed from a booking by “Don’t ask again”, and the focus moves to the sentence', async () => {
  const backend = bookingBackend({ [GET_BOOKING]: { body: done } });
  const { user } = openBooking(token);
  backend.answer('POST /rest/v1/rpc/end_declined_work', rejected(404, 'not_found'));
  await user.click(await screen.findByRole('button', { name: 'Don’t ask again: Rear brake shoes' }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Book it, ₹999: Rear brake shoes' })).toBeTruthy();
  backend.answer('POST /rest/v1/rpc/end_declined_work', { body: { id: work.id, booking: booking.number } });
  await user.click(screen.getByRole('button', { name: 'Don’t ask again: Rear brake shoes' }));
  const told = await screen.findByText('We don’t ask again about: Rear brake shoes.');
  expect(document.activeElement?.contains(told)).toBe(true);
  expect(screen.queryByRole('button', { name: /^Book it/ })).toBeNull();
  expect(backend.callsOf('POST /rest/v1/rpc/end_declined_work')[0]?.body).toEqual({
    work: work.id,
    manage_token: token,
  });
});

test('while the job goes on, its report asks; nothing is offered for the next visit', async () => {
  bookingBackend({ [GET_BOOKING]: { body: { ...done, status: 'in_service', closed_at: null } } });
  openBooking(token);
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('region', { name: 'Found, not done yet' })).toBeNull();
});
