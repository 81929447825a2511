import { sessionAtom, store, type Session } from '@twostroke/shared/state';
import { buildAdminSession, buildSession } from '@twostroke/shared/testing/build-session';
import { resetState } from '@twostroke/shared/testing/reset-state';
import { act, screen } from '@testing-library/react';
import { buildModule, buildPage } from '../testing/build-module.tsx';
import { buildRegistry, buildRoute, buildSlot } from '../testing/build-registry.ts';
import { renderSite } from '../testing/render-site.tsx';
import { loadRemoteModule } from './federation.ts';

jest.mock('./federation.ts');
const loadModule = jest.mocked(loadRemoteModule);
const secret = '/r/admin/alerts.js';

/** Shows a page to somebody on a site whose admin remote fills the slot for alerts. */
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
  ['somebody whose session is loading', { status: 'loading' }],
])('nothing of the admin app is fetched for %s', async (_, session) => {
  const slot = await showSite(session);
  expect(loadModule).not.toHaveBeenCalledWith(slot.remote);
  expect(document.querySelector(`link[href="${secret}"]`)).toBeNull();
});

test('a remote that is down costs an admin the alerts only', async () => {
  const slot = await showSite(buildAdminSession(), () => Promise.reject(new Error('down')));
  expect(loadModule).toHaveBeenCalledWith(slot.remote);
  expect(screen.getByRole('heading', { name: 'Home' })).toBeTruthy();
});

// From here on the fragment is loaded and remembered.
test('an admin gets the alerts until he signs out, and a crash of theirs costs the alerts only', async () => {
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
  await act(async () => store.set(sessionAtom, buildAdminSession()));
  expect(screen.queryByText('Listening for bookings')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Home' })).toBeTruthy();
});
