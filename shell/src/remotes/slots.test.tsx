import type { RegistryRoute, RegistrySlot } from '@twostroke/shared/contracts/registry';
import type { CustomerBookingProps } from '@twostroke/shared/contracts/slots';
import { sessionAtom, Slot, store, type SlotFallback } from '@twostroke/shared/state';
import { buildSession } from '@twostroke/shared/testing/build-session';
import { resetState } from '@twostroke/shared/testing/reset-state';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'jotai';
import type { ReactNode } from 'react';
import { buildModule } from '../testing/build-module.tsx';
import { buildRegistry, buildRoute, buildSlot } from '../testing/build-registry.ts';
import { loadRemoteModule } from './federation.ts';
import { registerLiveRemotes } from './load-remote.ts';
import { prefetchSlots, RemotesProvider } from './slots.tsx';

jest.mock('./federation.ts');
const loadModule = jest.mocked(loadRemoteModule);
const bookingSlot = (part: Partial<RegistrySlot> = {}) => buildSlot({ name: 'customer-booking', ...part });

/** A page of a remote that places the slot of a customer's booking. */
function showPage(slots: RegistrySlot[], disabled = false) {
  const built = buildRegistry([], slots);
  const registry = { ...built, remotes: built.remotes.map((remote) => ({ ...remote, disabled })) };
  registerLiveRemotes(registry);
  const fallback = (state: SlotFallback) => (
    <>
      <p>Booked, No. 4f9c21ab: {state.status}</p>
      {state.status === 'failed' && <button onClick={state.retry}>Try again</button>}
    </>
  );
  render(
    <Provider store={store}>
      <RemotesProvider registry={registry}>
        <h1>Book a service</h1>
        <Slot name="customer-booking" props={{ manageToken: 'a1', receipt: 'No. 4f9c21ab' }} fallback={fallback} />
      </RemotesProvider>
    </Provider>,
  );
}
const moduleOf = (Component: (props: CustomerBookingProps) => ReactNode) =>
  buildModule({}, { 'customer-booking': { Component } });
const booking = moduleOf(({ manageToken, receipt }) => (
  <p>
    booking {manageToken}, {receipt}
  </p>
));

beforeEach(() => {
  resetState();
  loadModule.mockReset();
  document.head.replaceChildren();
});

test('a slot on a page shows the fragment of another remote, with the props of the slot', async () => {
  loadModule.mockResolvedValue(booking);
  showPage([bookingSlot()]);
  expect(screen.getByText('Booked, No. 4f9c21ab: loading')).toBeTruthy();
  expect(await screen.findByText('booking a1, No. 4f9c21ab')).toBeTruthy();
});

test('a slot that no live remote fills shows its fallback', () => {
  showPage([]);
  expect(screen.getByText('Booked, No. 4f9c21ab: vacant')).toBeTruthy();
});

test('a slot of a remote that is switched off shows its fallback, and fetches nothing', () => {
  showPage([bookingSlot()], true);
  expect(screen.getByText('Booked, No. 4f9c21ab: vacant')).toBeTruthy();
  expect(loadModule).not.toHaveBeenCalled();
});

test('a remote that fails to load affects only the slot, and is retried', async () => {
  loadModule.mockRejectedValueOnce(new Error('down'));
  loadModule.mockResolvedValue(booking);
  showPage([bookingSlot()]);
  await screen.findByText('Booked, No. 4f9c21ab: failed');
  expect(screen.getByRole('heading', { name: 'Book a service' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('booking a1, No. 4f9c21ab')).toBeTruthy();
});

test('a fragment that throws shows the fallback, and is rendered again on request', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  let broken = true;
  loadModule.mockResolvedValue(
    moduleOf(() => {
      if (broken) throw new Error('a fault of the fragment');
      return <p>repaired</p>;
    }),
  );
  showPage([bookingSlot()]);
  await screen.findByText('Booked, No. 4f9c21ab: failed');
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('repaired')).toBeTruthy();
});

test('a slot for signed-in customers is loaded for them only', async () => {
  loadModule.mockResolvedValue(booking);
  showPage([bookingSlot({ access: 'user' })]);
  expect(screen.getByText('Booked, No. 4f9c21ab: vacant')).toBeTruthy();
  expect(loadModule).not.toHaveBeenCalled();
  await act(async () => store.set(sessionAtom, buildSession()));
  expect(await screen.findByText('booking a1, No. 4f9c21ab')).toBeTruthy();
});

describe('the slots of a page are loaded in parallel with it', () => {
  const route = (places: RegistryRoute['places']) => buildRoute({ path: '/book-service', places });
  const loadedAt = (hash: string, places: RegistryRoute['places'], slot = bookingSlot()): boolean => {
    loadModule.mockReturnValue(new Promise(() => undefined));
    const registry = buildRegistry([route(places)], [slot]);
    registerLiveRemotes(registry);
    prefetchSlots(registry, registry.routes[0]!, hash);
    return loadModule.mock.calls.some(([remote]) => remote === slot.remote);
  };

  test.each([
    ['#manage=a1', true],
    ['#manage=', true],
    ['', false],
    ['#manage', false],
    ['#claim=a1', false],
    ['#manager=a1', false],
  ])('at %j: %s, when the fragment decides', (hash, loaded) => {
    expect(loadedAt(hash, [{ slot: 'customer-booking', fragment: 'manage' }])).toBe(loaded);
  });

  test('at any address, when the fragment does not matter', () => {
    expect(loadedAt('', [{ slot: 'customer-booking' }])).toBe(true);
  });

  test('not before the session is known, when the slot is not public', () => {
    expect(loadedAt('', [{ slot: 'customer-booking' }], bookingSlot({ access: 'admin' }))).toBe(false);
  });

  test('a page that places none loads none', () => {
    expect(loadedAt('#manage=a1', undefined)).toBe(false);
  });
});
