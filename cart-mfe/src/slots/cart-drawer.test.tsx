import type { FakeAnswer } from '@twostroke/shared/testing/fake-backend';
import { cartAtom, cartDrawerAtom, sessionAtom, store } from '@twostroke/shared/state';
import { RouterProvider } from '@twostroke/shared/router';
import { createMemoryRouter } from '@twostroke/shared/router/memory';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'jotai';
import { jobOf } from '../model/job.ts';
import { bookingBackend, fullCart, startWith } from '../testing/booking-fixtures.ts';
import { Component } from './cart-drawer.tsx';

const addon = (slug: string, name: string, price: number, more: object = {}) => ({
  addon_slug: slug,
  name,
  summary: 'Done well.',
  price,
  minutes: 15,
  max_quantity: 1,
  included_in: [],
  min_odometer_km: null,
  ...more,
});
const addons = [
  addon('oil-filter', 'Oil filter cartridge', 199, { minutes: 5 }),
  addon('engine-flush', 'Engine flush', 229, { min_odometer_km: 10000 }),
  addon('chain-lube', 'Chain clean & lube', 199, { included_in: ['general-service'] }),
  addon('foam-wash', 'Foam wash', 199, { included_in: ['general-service'] }),
  addon('puncture-tubeless', 'Tubeless puncture repair', 129, { max_quantity: 4 }),
];

function openCart(more: Record<string, FakeAnswer> = {}) {
  const backend = bookingBackend({ 'GET /rest/v1/model_addons': { body: addons }, ...more });
  const router = createMemoryRouter([{ path: '*', Component }]);
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  act(() => store.set(cartDrawerAtom, true));
  return { router, backend, user: userEvent.setup() };
}

test('shows the bike, the lines, time and subtotal, and leads to the booking', async () => {
  startWith(fullCart);
  const { router, user } = openCart();
  const drawer = within(screen.getByRole('dialog', { name: 'Your cart' }));
  expect(drawer.getByText('Royal Enfield Classic 350')).toBeTruthy();
  expect(drawer.getByText('General Service')).toBeTruthy();
  expect(drawer.getAllByText('1 h 45 min', { normalizer: (text) => text.replace(/\u00a0/g, ' ') })).toHaveLength(2);
  expect(drawer.getByText('₹2,048')).toBeTruthy();
  expect(drawer.getByText('Subtotal, GST included')).toBeTruthy();
  await drawer.findByText('Oil filter cartridge');
  await user.click(drawer.getByRole('link', { name: 'Book a time' }));
  expect(router.state.location.pathname).toBe('/book-service');
  expect(store.get(cartDrawerAtom)).toBe(false);
});

test('offers fitting add-ons and names those that the service includes', async () => {
  startWith(fullCart);
  const { user } = openCart();
  await user.click(await screen.findByRole('button', { name: 'Add ₹199: Oil filter cartridge' }));
  expect(store.get(cartAtom).items.map(({ id }) => id)).toEqual(['general-service', 'extended-warranty', 'oil-filter']);
  expect(screen.queryByText('Engine flush')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Add .*: Chain/ })).toBeNull();
  expect(
    screen.getByText("Chain clean & lube and foam wash are already in this service, so we don't offer them here."),
  ).toBeTruthy();
});

test('only items that can be booked several times have a stepper', async () => {
  startWith(fullCart);
  const { user } = openCart();
  await user.click(await screen.findByRole('button', { name: 'Add ₹129: Tubeless puncture repair' }));
  const stepper = await screen.findByRole('group', { name: 'How many: Tubeless puncture repair' });
  expect(screen.getAllByRole('group')).toHaveLength(1);
  await user.click(within(stepper).getByRole('button', { name: 'One more' }));
  expect(screen.getByText('₹258')).toBeTruthy();
  expect(screen.getByText('₹2,306')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Remove Tubeless puncture repair' }));
  expect(store.get(cartAtom).items).toHaveLength(2);
});

test('an empty cart says what to do', async () => {
  startWith();
  openCart();
  expect(screen.getByText('Nothing in the cart yet')).toBeTruthy();
  expect(screen.getByText('Choose your bike and we show what it needs.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Choose your bike' }).getAttribute('href')).toBe('/bikes');
  expect(screen.queryByRole('link', { name: 'Book a time' })).toBeNull();
});

test('without the backend only the suggestions are missing', async () => {
  startWith(fullCart);
  const backend = bookingBackend({ 'GET /rest/v1/model_addons': { status: 503, body: { message: 'down' } } });
  const router = createMemoryRouter([{ path: '*', Component }]);
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  act(() => store.set(cartDrawerAtom, true));
  await waitFor(() => expect(backend.callsOf('GET /rest/v1/model_addons').length).toBeGreaterThan(0));
  expect(screen.getByRole('link', { name: 'Book a time' })).toBeTruthy();
  expect(screen.queryByText('Goes with this service')).toBeNull();
});

const mirror = {
  ...{ id: '5d1f0c3e-0000-4000-8000-000000000001', item_id: null, name: 'Left mirror', reason: 'Cracked', price: 450 },
  ...{ minutes: 10, urgency: null, answer: 'later', answered_on: '2026-08-21' },
};

function startAsMember(): void {
  startWith(fullCart);
  const user = { id: 'u1', email: null, phone: null, fullName: null };
  store.set(sessionAtom, { status: 'signed-in', user, isAdmin: false });
}

test('a member ends the offer of what was found, and a failure keeps it', async () => {
  startAsMember();
  const { user, backend } = openCart({
    'POST /rest/v1/rpc/list_declined_work': { body: [mirror] },
    'POST /rest/v1/rpc/end_declined_work': { status: 503 },
  });
  const end = await screen.findByRole('button', { name: 'Don’t ask again: Left mirror' });
  await user.click(end);
  expect(await screen.findByRole('alert')).toBeTruthy();
  backend.answer('POST /rest/v1/rpc/end_declined_work', { body: { id: mirror.id, booking: '4f9c21ab' } });
  await user.click(end);
  expect(await screen.findByText('We don’t ask again about: Left mirror.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add ₹450: Left mirror' })).toBeNull();
  expect(backend.callsOf('POST /rest/v1/rpc/end_declined_work').at(-1)?.body).toEqual({ work: mirror.id });
  act(() => store.set(sessionAtom, { status: 'signed-out' }));
});

test('a member is offered what was found on the bike and not done, as an add-on in one press', async () => {
  startAsMember();
  const { user, backend } = openCart({ 'POST /rest/v1/rpc/list_declined_work': { body: [mirror] } });
  await user.click(await screen.findByRole('button', { name: 'Add ₹450: Left mirror' }));
  expect(store.get(cartAtom).items.at(-1)).toMatchObject({ package_type: 'addon', price: 450, declined: mirror.id });
  expect(screen.queryByRole('button', { name: 'Add ₹450: Left mirror' })).toBeNull();
  expect(jobOf(store.get(cartAtom), 'workshop')?.items.at(-1)).toEqual({
    ...{ id: 'declined-work', quantity: 1, declined: mirror.id },
  });
  expect(backend.callsOf('POST /rest/v1/rpc/list_declined_work')[0]?.body).toEqual({
    model: 'royal-enfield/classic-350',
  });
  act(() => store.set(sessionAtom, { status: 'signed-out' }));
});

test('a visitor without an account is asked nothing about declined work', async () => {
  startWith(fullCart);
  store.set(sessionAtom, { status: 'signed-out' });
  const { backend } = openCart();
  await screen.findByText('Oil filter cartridge');
  expect(backend.callsOf('POST /rest/v1/rpc/list_declined_work')).toEqual([]);
});
