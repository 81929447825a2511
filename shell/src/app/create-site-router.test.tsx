import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import { AppError, connectBackend } from '@twostroke/shared/client';
import { notFound, useLoaderData } from '@twostroke/shared/router';
import { cartAtom, sessionAtom, store } from '@twostroke/shared/state';
import { buildCart } from '@twostroke/shared/testing/build-cart';
import { buildAdminSession, buildSession } from '@twostroke/shared/testing/build-session';
import { resetState } from '@twostroke/shared/testing/reset-state';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadRemoteModule, registerRemote } from '../remotes/federation.ts';
import { buildModule, buildPage } from '../testing/build-module.tsx';
import { buildRegistry, buildRoute } from '../testing/build-registry.ts';
import { renderSite } from '../testing/render-site.tsx';
import { createSiteRouter } from './create-site-router.tsx';

jest.mock('../remotes/federation.ts');
const loadModule = jest.mocked(loadRemoteModule);
const main = () => within(screen.getByRole('main'));

beforeEach(() => {
  resetState();
  loadModule.mockReset();
  connectBackend({ url: 'http://backend.test', key: 'anon' });
});

describe('a route of the registry', () => {
  test('runs its guard, then loads its code, then its data, then shows itself', async () => {
    const steps: string[] = [];
    const route = buildRoute({ access: 'user' });
    store.set(sessionAtom, { status: 'loading' });
    loadModule.mockImplementation(async () => {
      steps.push('code');
      const loader = (): string => {
        steps.push('data');
        return 'from the loader';
      };
      const Component = () => <h1>{`Page ${String(useLoaderData())}`}</h1>;
      return buildModule({ home: { Component, loader } });
    });
    renderSite(buildRegistry([route]), route.path);
    expect(main().getByRole('status').textContent).toBe('One moment');
    expect(steps).toEqual([]);
    await act(async () => store.set(sessionAtom, buildSession()));
    expect(await screen.findByRole('heading', { name: 'Page from the loader' })).toBeTruthy();
    expect(steps).toEqual(['code', 'data']);
  });

  test('passes the address to the loader', async () => {
    const route = buildRoute({ path: '/bikes/:brandSlug/:modelSlug' });
    const loader = jest.fn<null, [{ params: object; request: Request }]>(() => null);
    loadModule.mockResolvedValue(buildModule({ home: buildPage('Bike', { loader }) }));
    renderSite(buildRegistry([route]), '/bikes/honda/activa-6g?from=home');
    await screen.findByRole('heading', { name: 'Bike' });
    expect(loader.mock.calls[0]?.[0].params).toEqual({ brandSlug: 'honda', modelSlug: 'activa-6g' });
    expect(loader.mock.calls[0]?.[0].request.url).toContain('/bikes/honda/activa-6g?from=home');
  });

  test('loads only the remote it belongs to', async () => {
    const [shown, other] = [buildRoute(), buildRoute()];
    loadModule.mockResolvedValue(buildModule({ home: buildPage('Shown') }));
    const { router } = renderSite(buildRegistry([shown, other]), shown.path);
    await screen.findByRole('heading', { name: 'Shown' });
    expect(loadModule.mock.calls).toEqual([[shown.remote]]);
    await act(() => router.navigate(other.path));
    expect(loadModule.mock.calls).toEqual([[shown.remote], [other.remote]]);
  });

  test('sends a visitor to sign in and back, without loading the page', async () => {
    const route = buildRoute({ path: '/my-bookings', access: 'user' });
    const auth = buildRoute({ path: '/auth' });
    loadModule.mockResolvedValue(buildModule({ home: buildPage('Sign in') }));
    const { router } = renderSite(buildRegistry([route, auth]), '/my-bookings?page=2');
    await screen.findByRole('heading', { name: 'Sign in' });
    const { pathname, search } = router.state.location;
    expect(pathname + search).toBe('/auth?returnTo=%2Fmy-bookings%3Fpage%3D2');
    expect(loadModule.mock.calls).toEqual([[auth.remote]]);
  });
});

describe('when a page cannot be shown', () => {
  const showing = (route: RegistryRoute, loader: () => unknown) => {
    loadModule.mockResolvedValue(buildModule({ home: buildPage('Page', { loader }) }));
    return renderSite(buildRegistry([route]), route.path);
  };

  test('a signed-in customer is denied the admin page, and no admin file is fetched', async () => {
    store.set(sessionAtom, buildSession());
    const file = { href: '/r/admin/secret.js', integrity: '' };
    const route = buildRoute({ path: '/admin', access: 'admin', js: [file] });
    renderSite(buildRegistry([route]), '/admin');
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Access Denied');
    expect(main().getByText("You don't have permission to access this page.")).toBeTruthy();
    expect(loadModule).not.toHaveBeenCalled();
    expect(document.querySelector('link[href="/r/admin/secret.js"]')).toBeNull();
  });

  test('an admin opens the admin page', async () => {
    store.set(sessionAtom, buildAdminSession());
    const route = buildRoute({ path: '/admin', access: 'admin' });
    loadModule.mockResolvedValue(buildModule({ home: buildPage('Workshop today') }));
    renderSite(buildRegistry([route]), '/admin');
    expect(await screen.findByRole('heading', { name: 'Workshop today' })).toBeTruthy();
  });

  test('an unknown path shows the not-found page with the path', async () => {
    renderSite(buildRegistry([buildRoute()]), '/no/such/page');
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('This road ends here');
    expect(main().getByText('/no/such/page')).toBeTruthy();
    expect(screen.getByRole('banner')).toBeTruthy();
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
  });

  test('an unknown brand offers a call back on the not-found page; another unknown path does not', async () => {
    const { unmount } = renderSite(buildRegistry([buildRoute()]), '/brands/bajaj');
    const link = await main().findByRole('link', { name: 'Ask for a call back' });
    expect(link.getAttribute('href')).toBe('/bikes#call-back');
    unmount();
    renderSite(buildRegistry([buildRoute()]), '/no/such/page');
    await main().findByRole('heading', { level: 1, name: 'This road ends here' });
    expect(main().queryByRole('link', { name: 'Ask for a call back' })).toBeNull();
  });

  test('an unknown slug shows the not-found page too', async () => {
    showing(buildRoute(), () => {
      throw notFound();
    });
    expect(await screen.findByRole('heading', { name: 'This road ends here' })).toBeTruthy();
  });

  test('a remote that is down: the panel says what is safe, and a retry shows the page', async () => {
    store.set(cartAtom, buildCart());
    const route = buildRoute();
    loadModule.mockRejectedValueOnce(new Error('down')).mockResolvedValue(buildModule({ home: buildPage('Back') }));
    renderSite(buildRegistry([route]), route.path);
    const panel = within(await main().findByRole('alert'));
    expect(panel.getByRole('heading', { level: 1 }).textContent).toBe('This part is not available');
    expect(panel.getByText(/your cart is safe: 2 items, ₹2,048/)).toBeTruthy();
    expect(panel.getByText(`Fault code: ${route.remote} 1`)).toBeTruthy();
    expect(panel.getByRole('link', { name: /Call/ }).getAttribute('href')).toMatch(/^tel:/);
    await userEvent.click(panel.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Back' })).toBeTruthy();
    expect(jest.mocked(registerRemote).mock.calls.at(-1)?.slice(1)).toEqual([expect.stringMatching(/\?r=1$/), true]);
  });

  test('a page whose code or styles failed to load is retried when the browser is online again', async () => {
    loadModule.mockRejectedValueOnce(new Error('down')).mockResolvedValue(buildModule({ home: buildPage('Back') }));
    const route = buildRoute();
    renderSite(buildRegistry([route]), route.path);
    await screen.findByRole('heading', { name: 'This part is not available' });
    await act(async () => window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('heading', { name: 'Back' })).toBeTruthy();
  });

  test('a remote that fails twice is fetched on the next retry without any cache', async () => {
    const route = buildRoute({ js: [{ href: '/r/page.js', integrity: '' }] });
    loadModule.mockRejectedValue(new Error('down'));
    const fetched = jest.fn<Promise<Response>, Parameters<typeof fetch>>(() => new Promise(() => undefined));
    globalThis.fetch = fetched;
    renderSite(buildRegistry([route]), route.path);
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await screen.findByText(`Fault code: ${route.remote} 2`);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(fetched.mock.calls).toEqual([
      ['/r/page.js', { cache: 'reload' }],
      [`http://localhost/r/${route.remote}/1.0.0/remoteEntry.js`, { cache: 'reload' }],
    ]);
    expect(loadModule).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['offline', 'You are offline', /safe with us.+as soon as you are back/],
    ['rate_limited', 'One moment, please', /Nothing is lost/],
    ['unavailable', 'We could not load this page', /Your bookings are safe with us/],
    ['timeout', 'We could not load this page', /call us/],
  ] as const)('data that fails with %s is reported as "%s"', async (code, title, words) => {
    showing(buildRoute(), () => {
      throw new AppError(code, 'technical');
    });
    const panel = within(await main().findByRole('alert'));
    expect(panel.getByRole('heading', { level: 1 }).textContent).toBe(title);
    expect(panel.getByText(words)).toBeTruthy();
    expect(panel.queryByText(/technical/)).toBeNull();
  });

  test('at a tool, dead parts and failed data speak to staff: no cart, and nobody to call', async () => {
    store.set(cartAtom, buildCart());
    showing(buildRoute({ frame: 'tool' }), () => {
      throw new AppError('timeout', 'technical');
    });
    const panel = within(await main().findByRole('alert'));
    expect(panel.getByText('Our server did not answer. What you saved is safe. Try again.')).toBeTruthy();
    expect(panel.queryByRole('link')).toBeNull();
  });

  test('a tool that is down says so to staff', async () => {
    store.set(cartAtom, buildCart());
    const route = buildRoute({ frame: 'tool' });
    loadModule.mockRejectedValueOnce(new Error('down'));
    renderSite(buildRegistry([route]), route.path);
    const panel = within(await main().findByRole('alert'));
    expect(panel.getByText(/^What you saved is safe, and customers can book as before\./)).toBeTruthy();
    expect(panel.queryByRole('link', { name: /Call/ })).toBeNull();
  });

  test("code that can't load because the device is offline is reported as offline, and loads when the network is back", async () => {
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    loadModule.mockRejectedValue(new Error('no network'));
    const route = buildRoute();
    renderSite(buildRegistry([route]), route.path);
    expect(await screen.findByRole('heading', { name: 'You are offline' })).toBeTruthy();
    onLine.mockReturnValue(true);
    loadModule.mockResolvedValue(buildModule({ home: { Component: () => <h1>Page</h1> } }));
    await act(async () => window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('heading', { name: 'Page' })).toBeTruthy();
  });

  test('failed data is read again on "Try again" and when the network is back', async () => {
    const loader = jest.fn<unknown, []>(() => {
      throw new AppError('offline', 'gone');
    });
    showing(buildRoute(), loader);
    await userEvent.click(await main().findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(loader).toHaveBeenCalledTimes(2));
    loader.mockReturnValue(null);
    await act(async () => window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('heading', { name: 'Page' })).toBeTruthy();
    expect(loader).toHaveBeenCalledTimes(3);
  });

  test('a disabled remote says so, and that the cart is safe', async () => {
    store.set(cartAtom, buildCart());
    const route = buildRoute({ id: 'shut:home', remote: 'shut' });
    const registry = buildRegistry([route]);
    const remotes = registry.remotes.map((remote) => ({ ...remote, disabled: true }));
    renderSite({ ...registry, remotes }, route.path);
    const panel = within(await main().findByRole('alert'));
    expect(panel.getByRole('heading', { level: 1 }).textContent).toBe('This part is closed for the moment');
    expect(panel.getByText(/We have switched it off to mend it.+your cart is safe/)).toBeTruthy();
    expect(panel.getByRole('link', { name: /Call/ })).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('This part is closed for the moment | Twostroke'));
  });

  test('a page that throws while it renders affects no other part, and renders again on "Try again"', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    let broken = true;
    const route = buildRoute();
    const Component = () => {
      if (broken) throw new Error('a fault of this page');
      return <h1>Mended</h1>;
    };
    loadModule.mockResolvedValue(buildModule({ home: { Component } }));
    renderSite(buildRegistry([route]), route.path);
    expect(await main().findByRole('heading', { name: 'This part is not available' })).toBeTruthy();
    expect(screen.getByRole('banner')).toBeTruthy();
    expect(logged).toHaveBeenCalled();
    broken = false;
    await userEvent.click(main().getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Mended' })).toBeTruthy();
  });

  test('an exception in a loader is contained like a failed load', async () => {
    showing(buildRoute(), () => {
      throw new TypeError('undefined is not a function');
    });
    expect(await main().findByRole('heading', { name: 'This part is not available' })).toBeTruthy();
    expect(screen.getByRole('banner')).toBeTruthy();
  });
});

test('in the browser the router starts at the address of the tab', async () => {
  window.history.replaceState(null, '', '/nowhere');
  const router = createSiteRouter(buildRegistry());
  expect(router.state.location.pathname).toBe('/nowhere');
  router.dispose();
  window.history.replaceState(null, '', '/');
});
