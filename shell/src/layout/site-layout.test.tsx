import { resetState } from '@twostroke/shared/testing/reset-state';
import { toolViewsId, type PageFrame } from '@twostroke/shared/contracts/manifest';
import { act, screen, waitFor, within } from '@testing-library/react';
import { loadRemoteModule } from '../remotes/federation.ts';
import { buildModule, buildPage } from '../testing/build-module.tsx';
import { buildRegistry, buildRoute, buildSlot } from '../testing/build-registry.ts';
import { renderSite } from '../testing/render-site.tsx';

jest.mock('../remotes/federation.ts');
const loadModule = jest.mocked(loadRemoteModule);

beforeEach(() => {
  resetState();
  loadModule.mockReset();
});

test('every route change scrolls to the top, moves the focus to the page and announces it', async () => {
  const [home, bikes] = [buildRoute(), buildRoute()];
  loadModule.mockImplementation(async (name) =>
    buildModule({ home: buildPage(name === home.remote ? 'Home' : 'Bikes') }),
  );
  const { router } = renderSite(buildRegistry([home, bikes]), home.path);
  await screen.findByRole('heading', { name: 'Home' });
  const scrolled = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  await act(() => router.navigate(bikes.path));
  expect(await screen.findByRole('heading', { name: 'Bikes' })).toBeTruthy();
  expect(scrolled).toHaveBeenLastCalledWith(0, 0);
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('the current page stays, marked as busy, while the next one loads', async () => {
  const [home, bikes] = [buildRoute(), buildRoute()];
  loadModule.mockResolvedValueOnce(buildModule({ home: buildPage('Home') }));
  const { router } = renderSite(buildRegistry([home, bikes]), home.path);
  await screen.findByRole('heading', { name: 'Home' });
  let arrive: (module: ReturnType<typeof buildModule>) => void = () => undefined;
  loadModule.mockReturnValueOnce(
    new Promise((resolve) => {
      arrive = resolve;
    }),
  );
  let navigated: Promise<void> = Promise.resolve();
  await act(async () => {
    navigated = router.navigate(bikes.path);
  });
  await waitFor(() => expect(screen.getByRole('main').getAttribute('aria-busy')).toBe('true'));
  expect(screen.getByRole('heading', { name: 'Home' })).toBeTruthy();
  await act(async () => {
    arrive(buildModule({ home: buildPage('Bikes') }));
    await navigated;
  });
  expect(await screen.findByRole('heading', { name: 'Bikes' })).toBeTruthy();
  expect(screen.getByRole('main').hasAttribute('aria-busy')).toBe(false);
});

test('a keyboard user can skip the header', async () => {
  const home = buildRoute();
  loadModule.mockResolvedValue(buildModule({ home: buildPage('Home') }));
  renderSite(buildRegistry([home]), home.path);
  await screen.findByRole('heading', { name: 'Home' });
  expect(screen.getByRole('link', { name: 'Skip to the page' }).getAttribute('href')).toBe('#main');
  expect(screen.getByRole('main').id).toBe('main');
});

describe('the frame that a page names', () => {
  afterEach(() => jest.useRealTimers());

  /** Opens a page with this frame on a site whose cart is in a slot. */
  async function openPage(frame?: string) {
    const route = buildRoute({ frame: frame as PageFrame });
    const cart = buildSlot();
    loadModule.mockImplementation(async (name) =>
      name === route.remote
        ? buildModule({ home: buildPage('Home') })
        : buildModule({}, { 'cart-drawer': { Component: () => null } }),
    );
    jest.useFakeTimers();
    renderSite(buildRegistry([route], [cart]), route.path);
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(screen.getByRole('heading', { name: 'Home' })).toBeTruthy();
    const footer = screen.queryByRole('contentinfo');
    return {
      footer:
        footer &&
        within(footer)
          .getAllByRole('link')
          .map(({ textContent }) => textContent),
      fetchedCart: loadModule.mock.calls.some(([name]) => name === cart.remote),
    };
  }
  const header = () => within(screen.getByRole('banner'));

  test.each([undefined, 'a frame of a later shell'])('%s: navigation, cart and the whole footer', async (frame) => {
    const { footer, fetchedCart } = await openPage(frame);
    expect(footer).toContain('Install the app');
    expect(fetchedCart).toBe(true);
    expect(header().getByRole('navigation', { name: 'Main' })).toBeTruthy();
    expect(header().getByRole('button', { name: 'Cart, empty' })).toBeTruthy();
  });

  test('a task has the same header and a slim footer', async () => {
    const { footer } = await openPage('task');
    expect(footer).toEqual(['90000 00010', 'WhatsApp', 'About', 'Privacy']);
    expect(header().getByRole('navigation', { name: 'Main' })).toBeTruthy();
    expect(header().getByRole('button', { name: 'Cart, empty' })).toBeTruthy();
  });

  test('a tool has a way home, the account and a place for its views, and nothing of the shop', async () => {
    const { footer, fetchedCart } = await openPage('tool');
    expect(footer).toBeNull();
    expect(fetchedCart).toBe(false);
    expect(
      header()
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/', '/auth']);
    expect(header().queryByRole('button')).toBeNull();
    expect(header().queryByRole('navigation')).toBeNull();
    expect(document.getElementById(toolViewsId)).toBeTruthy();
  });
});
