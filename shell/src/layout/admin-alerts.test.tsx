import type { RemoteModule } from '@twostroke/shared/contracts/module';
import { sessionAtom, store, toasterMounted, type Session } from '@twostroke/shared/state';
import { buildAdminSession, buildSession } from '@twostroke/shared/testing/build-session';
import { resetState } from '@twostroke/shared/testing/reset-state';
import { act, fireEvent, screen } from '@testing-library/react';
import { buildModule, buildPage } from '../testing/build-module.tsx';
import { buildRegistry, buildRoute, buildSlot } from '../testing/build-registry.ts';
import { renderSite } from '../testing/render-site.tsx';
import { loadRemoteModule } from '../remotes/federation.ts';

jest.mock('../remotes/federation.ts');
const loadModule = jest.mocked(loadRemoteModule);
const secret = '/r/admin/alerts.js';

/** Shows a page to a person on a site whose admin remote fills the alerts slot. */
async function showSite(session: Session, adminModule = () => Promise.resolve(buildModule())) {
  store.set(sessionAtom, session);
  const route = buildRoute();
  const slot = buildSlot({ name: 'admin-alerts', access: 'admin', js: [{ href: secret, integrity: '' }] });
  loadModule.mockImplementation((name) =>
    name === slot.remote ? adminModule() : Promise.resolve(buildModule({ home: buildPage('Home') })),
  );
  renderSite(buildRegistry([route], [slot]), route.path);
  await screen.findByRole('heading', { name: 'Home' });
  return slot;
}

beforeEach(() => {
  resetState();
  loadModule.mockReset();
  document.head.replaceChildren();
});

test.each<[string, Session]>([
  ['a visitor', { status: 'signed-out' }],
  ['a customer', buildSession()],
  ['a visitor whose session is loading', { status: 'loading' }],
])('fetches no file of the admin remote for %s', async (_, session) => {
  const slot = await showSite(session);
  expect(loadModule).not.toHaveBeenCalledWith(slot.remote);
  expect(document.querySelector(`link[href="${secret}"]`)).toBeNull();
});

test('without the admin remote only the alerts are missing', async () => {
  const slot = await showSite(buildAdminSession(), () => Promise.reject(new Error('down')));
  expect(loadModule).toHaveBeenCalledWith(slot.remote);
  expect(screen.getByRole('heading', { name: 'Home' })).toBeTruthy();
});

test('missing alerts are retried twice, then the admin is notified and can reload the page', async () => {
  jest.useFakeTimers();
  toasterMounted();
  const admin = jest.fn(() => Promise.reject<RemoteModule>(new Error('down')));
  await showSite(buildAdminSession(), admin);
  for (const loads of [2, 3]) {
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(admin).toHaveBeenCalledTimes(loads);
  }
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(admin).toHaveBeenCalledTimes(3);
  expect(screen.getByText('New bookings are not announced here')).toBeTruthy();
  const fetched = jest.fn<Promise<Response>, Parameters<typeof fetch>>(() => new Promise(() => undefined));
  globalThis.fetch = fetched;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(fetched).toHaveBeenCalledWith(secret, { cache: 'reload' });
  jest.useRealTimers();
});

// In the following tests the fragment is loaded and cached.
test('an admin gets alerts until sign-out, and a crash of the alerts affects nothing else', async () => {
  let crash = false;
  const Component = () => {
    if (crash) throw new Error('a fault of the alerts');
    return <p>Listening for bookings</p>;
  };
  await showSite(buildAdminSession(), async () => buildModule({}, { 'admin-alerts': { Component } }));
  expect(await screen.findByText('Listening for bookings')).toBeTruthy();
  await act(async () => store.set(sessionAtom, { status: 'signed-out' }));
  expect(screen.queryByText('Listening for bookings')).toBeNull();

  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  crash = true;
  jest.useFakeTimers();
  await act(async () => store.set(sessionAtom, buildAdminSession()));
  expect(screen.queryByText('Listening for bookings')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Home' })).toBeTruthy();
  crash = false;
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  expect(screen.getByText('Listening for bookings')).toBeTruthy();
  jest.useRealTimers();
});
