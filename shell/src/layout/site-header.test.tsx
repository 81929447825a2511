import { RouterProvider } from '@twostroke/shared/router';
import { createMemoryRouter } from '@twostroke/shared/router/memory';
import { cartAtom, cartDrawerAtom, sessionAtom, store, vehicleAtom } from '@twostroke/shared/state';
import { buildCart } from '@twostroke/shared/testing/build-cart';
import { buildAdminSession, buildSession } from '@twostroke/shared/testing/build-session';
import { classic350 } from '@twostroke/shared/testing/build-vehicle';
import { resetState } from '@twostroke/shared/testing/reset-state';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'jotai';
import { SiteHeader } from './site-header.tsx';

jest.mock('../remotes/federation.ts');

function showHeader(url = '/'): void {
  const router = createMemoryRouter([{ path: '*', Component: () => <SiteHeader loading={false} /> }], {
    initialEntries: [url],
  });
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
}
const target = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href');

beforeEach(resetState);

describe('the cart in the header', () => {
  test('counts items, not lines, and follows the shared cart', () => {
    showHeader();
    expect(screen.getByRole('button', { name: 'Cart, empty' })).toBeTruthy();
    const cart = buildCart();
    act(() => store.set(cartAtom, { ...cart, items: cart.items.slice(0, 1) }));
    expect(screen.getByRole('button', { name: 'Cart, 1 item' }).textContent).toBe('1');
    act(() => store.set(cartAtom, { ...cart, items: cart.items.map((item) => ({ ...item, quantity: 2 })) }));
    expect(screen.getByRole('button', { name: 'Cart, 4 items' }).textContent).toBe('4');
  });

  test('opens the drawer', async () => {
    showHeader();
    await userEvent.click(screen.getByRole('button', { name: 'Cart, empty' }));
    expect(store.get(cartDrawerAtom)).toBe(true);
  });
});

describe('the account in the header', () => {
  test('is only a spinner while the session loads', () => {
    store.set(sessionAtom, { status: 'loading' });
    showHeader();
    expect(screen.getByRole('status').textContent).toBe('Loading your session');
    expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull();
  });

  test('leads a visitor to sign in, and a customer to their profile', () => {
    showHeader();
    expect(target('Sign in')).toBe('/auth');
    expect(screen.queryByRole('status')).toBeNull();
    act(() => store.set(sessionAtom, buildSession()));
    expect(target('My profile')).toBe('/my-profile');
  });

  test("only an admin's navigation contains the workshop page", () => {
    store.set(sessionAtom, buildSession());
    showHeader();
    const navigation = () => within(screen.getByRole('navigation', { name: 'Main' }));
    expect(navigation().queryByRole('link', { name: 'Workshop' })).toBeNull();
    act(() => store.set(sessionAtom, buildAdminSession()));
    expect(navigation().getByRole('link', { name: 'Workshop' }).getAttribute('href')).toBe('/admin');
  });
});

test.each([
  ['/services/oil-change', 'Services'],
  ['/bikes/royal-enfield/classic-350', 'Bikes'],
  ['/brands/honda', 'Bikes'],
  ['/location/kondhwa', 'Areas'],
  ['/blog', 'Blog'],
  ['/contact', null],
  ['/blogger', null],
])('on %s the navigation marks %s', (url, label) => {
  showHeader(url);
  const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
  const current = links.filter((link) => link.getAttribute('aria-current') === 'page');
  expect(current.map((link) => link.textContent)).toEqual(label ? [label] : []);
});

describe('the bike in the header', () => {
  test('asks for a bike, shows it and clears it', async () => {
    showHeader();
    expect(target('Choose your bike')).toBe('/bikes');
    act(() => store.set(vehicleAtom, classic350));
    await userEvent.click(screen.getByRole('button', { name: 'Your bike: Classic 350. Change' }));
    const sheet = within(screen.getByRole('dialog', { name: 'Your bike' }));
    expect(sheet.getByRole('link', { name: 'See prices for Classic 350' }).getAttribute('href')).toBe(
      '/bikes/royal-enfield/classic-350',
    );
    await userEvent.click(sheet.getByRole('button', { name: 'Forget this bike' }));
    expect(store.get(vehicleAtom)).toBeNull();
    expect(target('Choose your bike')).toBe('/bikes');
  });
});

test('the menu on a phone opens, and closes when a page is chosen', async () => {
  showHeader();
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
  const menu = within(screen.getByRole('dialog', { name: 'Menu' }));
  await userEvent.click(menu.getByRole('link', { name: 'Blog' }));
  expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull();
});
