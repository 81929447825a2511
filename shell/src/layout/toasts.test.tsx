import { addToCart, notify, store } from '@twostroke/shared/state';
import { buildCart, warranty } from '@twostroke/shared/testing/build-cart';
import { classic350 } from '@twostroke/shared/testing/build-vehicle';
import { cartAtom } from '@twostroke/shared/state';
import { act, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'jotai';
import { Toasts } from './toasts.tsx';

const showToasts = () =>
  render(
    <Provider store={store}>
      <Toasts />
    </Provider>,
  );

test('the first toast mounts the toaster at once and is shown in it', async () => {
  // No moment is idle: only the toast itself can mount it.
  Object.defineProperty(window, 'requestIdleCallback', { configurable: true, value: () => 0 });
  showToasts();
  expect(screen.queryByRole('region')).toBeNull();
  act(() => void notify('New Booking Received!', { description: 'Booking #4f9d2c1b - Total: ₹2048' }));
  expect(await screen.findByText('New Booking Received!')).toBeTruthy();
  expect(screen.getByText('Booking #4f9d2c1b - Total: ₹2048')).toBeTruthy();
  Reflect.deleteProperty(window, 'requestIdleCallback');
});

test('a cart notice is announced in a live region', async () => {
  showToasts();
  store.set(cartAtom, buildCart());
  act(() => void addToCart(warranty, classic350));
  const notice = await screen.findByText('Already in cart');
  expect(notice.closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
});

test('a toast does not cover the bar at the bottom of the page', async () => {
  const bar = document.createElement('div');
  bar.setAttribute('data-buy-bar', '');
  Object.defineProperty(bar, 'offsetHeight', { value: 76 });
  document.body.append(bar);
  showToasts();
  act(() => void notify('Service updated'));
  const toast = await screen.findByText('Service updated');
  const host = toast.closest<HTMLElement>('[popover]');
  await waitFor(() => expect(host?.style.getPropertyValue('--toast-lift')).toBe('76px'));
  bar.remove();
});

test('in a drawer a toast stays above its foot, and at the bottom once the foot is gone', async () => {
  const drawer = document.createElement('dialog');
  drawer.setAttribute('open', '');
  const foot = document.createElement('div');
  foot.setAttribute('data-modal-foot', '');
  Object.defineProperty(foot, 'offsetHeight', { value: 190 });
  drawer.append(foot);
  document.body.append(drawer);
  showToasts();
  act(() => void notify('Removed from cart'));
  const host = (await screen.findByText('Removed from cart')).closest<HTMLElement>('[popover]');
  await waitFor(() => expect(host?.style.getPropertyValue('--toast-lift')).toBe('190px'));
  foot.remove();
  await waitFor(() => expect(host?.style.getPropertyValue('--toast-lift')).toBe('0px'));
  drawer.remove();
});
