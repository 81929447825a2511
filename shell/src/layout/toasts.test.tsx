import { addToCart, notify, store } from '@twostroke/shared/state';
import { buildCart, warranty } from '@twostroke/shared/testing/build-cart';
import { classic350 } from '@twostroke/shared/testing/build-vehicle';
import { cartAtom } from '@twostroke/shared/state';
import { act, render, screen } from '@testing-library/react';
import { Provider } from 'jotai';
import { Toasts } from './toasts.tsx';

const showToasts = () =>
  render(
    <Provider store={store}>
      <Toasts />
    </Provider>,
  );

test('the first toast mounts the toaster at once and is shown in it', async () => {
  showToasts();
  expect(screen.queryByRole('region')).toBeNull();
  act(() => void notify('New Booking Received!', { description: 'Booking #4f9d2c1b - Total: ₹2048' }));
  expect(await screen.findByText('New Booking Received!')).toBeTruthy();
  expect(screen.getByText('Booking #4f9d2c1b - Total: ₹2048')).toBeTruthy();
});

test("a cart's notice is read out in a live region", async () => {
  showToasts();
  store.set(cartAtom, buildCart());
  act(() => void addToCart(warranty, classic350));
  const notice = await screen.findByText('Already in cart');
  expect(notice.closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
});
