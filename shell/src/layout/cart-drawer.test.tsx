import { RouterProvider } from '@twostroke/shared/router';
import { createMemoryRouter } from '@twostroke/shared/router/memory';
import { cartDrawerAtom, store } from '@twostroke/shared/state';
import { resetState } from '@twostroke/shared/testing/reset-state';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'jotai';
import { useState } from 'react';
import { CartButton } from './cart-button.tsx';
import { buildModule } from '../testing/build-module.tsx';
import { buildRegistry, buildSlot } from '../testing/build-registry.ts';
import { CartDrawer } from './cart-drawer.tsx';
import { loadRemoteModule, registerRemote } from '../remotes/federation.ts';
import { registerLiveRemotes } from '../remotes/load-remote.ts';
import { RemotesProvider } from '../remotes/slots.tsx';

jest.mock('../remotes/federation.ts');
const loadModule = jest.mocked(loadRemoteModule);
const register = jest.mocked(registerRemote);

/** The parts of the layout that know the cart, with these slots filled. */
function showCart(slots = [buildSlot()]) {
  const registry = buildRegistry([], slots);
  registerLiveRemotes(registry);
  register.mockClear();
  const Site = () => (
    <RemotesProvider registry={registry}>
      <h1>Home</h1>
      <CartButton />
      <CartDrawer />
    </RemotesProvider>
  );
  render(
    <Provider store={store}>
      <RouterProvider router={createMemoryRouter([{ path: '/', Component: Site }])} />
    </Provider>,
  );
  return slots[0];
}
const open = () => act(async () => store.set(cartDrawerAtom, true));
const cartButton = () => screen.getByRole('button', { name: 'Cart, empty' });
const drawer = () => within(screen.getByRole('dialog', { name: 'Your cart' }));
const tryAgain = async () => userEvent.click(await drawer().findByRole('button', { name: 'Try again' }));
const drawerModule = (Component = () => <p>The cart itself</p>) => buildModule({}, { 'cart-drawer': { Component } });

beforeEach(() => {
  resetState();
  loadModule.mockReset();
  loadModule.mockReturnValue(new Promise(() => undefined));
});

describe('the cart drawer', () => {
  afterEach(() => jest.useRealTimers());

  test('opens at once with a spinner while its code loads, and closes again', async () => {
    showCart();
    expect(loadModule).not.toHaveBeenCalled();
    await open();
    expect(drawer().getByRole('status').textContent).toBe('Loading your cart');
    await userEvent.click(drawer().getByRole('button', { name: 'Close' }));
    expect(store.get(cartDrawerAtom)).toBe(false);
  });

  test('shows what the remote provides', async () => {
    loadModule.mockResolvedValue(drawerModule());
    showCart();
    await open();
    expect(await screen.findByText('The cart itself')).toBeTruthy();
  });

  test('is fetched 3 seconds after the page is shown, without being opened', async () => {
    jest.useFakeTimers();
    showCart();
    await act(() => jest.advanceTimersByTimeAsync(2999));
    expect(loadModule).not.toHaveBeenCalled();
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(loadModule).toHaveBeenCalledTimes(1);
    expect(store.get(cartDrawerAtom)).toBe(false);
  });

  test('is fetched once when the pointer or the keyboard reaches its button', async () => {
    showCart();
    await userEvent.hover(cartButton());
    act(() => cartButton().focus());
    await userEvent.click(cartButton());
    expect(loadModule).toHaveBeenCalledTimes(1);
  });

  test('shows the phone number when no remote fills it', async () => {
    showCart([]);
    await open();
    expect(drawer().getByText('The cart is closed for the moment')).toBeTruthy();
    expect(drawer().getByText(/Call 90000 00010/)).toBeTruthy();
  });

  test('that cannot be loaded says that the cart is safe, and the page keeps working', async () => {
    loadModule.mockRejectedValue(new Error('down'));
    showCart();
    await open();
    const panel = within(await drawer().findByRole('alert'));
    expect(panel.getByText('The rest of the site works, and your cart is safe.')).toBeTruthy();
    expect(panel.getByRole('link', { name: /Call/ }).getAttribute('href')).toBe('tel:+919000000010');
    expect(screen.getByText('Home')).toBeTruthy();
  });

  test('is retried in place, also after a failed prefetch', async () => {
    loadModule.mockRejectedValue(new Error('down'));
    const slot = showCart();
    await userEvent.click(cartButton()); // attempt 1: the pointer reaches the button; attempt 2: the drawer opens
    await drawer().findByRole('alert');
    expect(loadModule).toHaveBeenCalledTimes(2);
    loadModule.mockResolvedValue(drawerModule());
    await tryAgain();
    expect(await screen.findByText('The cart itself')).toBeTruthy();
    expect(register.mock.calls).toEqual([
      [slot?.remote, expect.stringMatching(/remoteEntry\.js\?r=1$/), true],
      [slot?.remote, expect.stringMatching(/remoteEntry\.js\?r=2$/), true],
    ]);
  });

  test('that failed to load is retried when the browser is online again', async () => {
    loadModule.mockRejectedValueOnce(new Error('down')).mockResolvedValue(drawerModule());
    showCart();
    await open();
    await drawer().findByRole('alert');
    await act(async () => window.dispatchEvent(new Event('online')));
    expect(await screen.findByText('The cart itself')).toBeTruthy();
  });

  test('that failed twice while visible is fetched without any cache', async () => {
    loadModule.mockRejectedValue(new Error('down'));
    const fetched = jest.fn<Promise<Response>, Parameters<typeof fetch>>(() => new Promise(() => undefined));
    globalThis.fetch = fetched;
    const slot = showCart([buildSlot({ js: [{ href: '/r/cart/drawer.js', integrity: '' }] })]);
    await open();
    await tryAgain();
    expect(fetched).not.toHaveBeenCalled();
    await tryAgain();
    expect(fetched.mock.calls).toEqual([
      ['/r/cart/drawer.js', { cache: 'reload' }],
      [`http://localhost/r/${slot?.remote}/1.0.0/remoteEntry.js`, { cache: 'reload' }],
    ]);
  });

  test('that throws while it renders affects only the drawer, and is fetched without any cache', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const fetched = jest.fn<Promise<Response>, Parameters<typeof fetch>>(() => new Promise(() => undefined));
    globalThis.fetch = fetched;
    const Fragment = () => {
      const [crash, setCrash] = useState(false);
      if (crash) throw new Error('a fault of the cart');
      return <button onClick={() => setCrash(true)}>The cart itself</button>;
    };
    loadModule.mockResolvedValue(drawerModule(Fragment));
    const slot = showCart();
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'The cart itself' }));
    expect(drawer().getByRole('alert')).toBeTruthy();
    expect(screen.getByText('Home')).toBeTruthy();
    expect(logged).toHaveBeenCalled();
    await tryAgain();
    expect(fetched.mock.calls.map(([file]) => file)).toEqual([
      `http://localhost/r/${slot?.remote}/1.0.0/remoteEntry.js`,
    ]);
  });
});
