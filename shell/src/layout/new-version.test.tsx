import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from '@twostroke/shared/router/memory';
import { RouterProvider } from '@twostroke/shared/router';
import { render } from '@testing-library/react';
import { POLL_INTERVAL_MS, NewVersion } from './new-version.tsx';

const words = /There is a new version of this site/;
let live = 'aaaa';

function open(path: string) {
  document.body.innerHTML = '<script type="application/json" id="site">{"release":"aaaa"}</script>';
  const router = createMemoryRouter([{ path: '*', element: <NewVersion /> }], { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  return router;
}

beforeEach(() => {
  live = 'aaaa';
  globalThis.fetch = jest.fn(() => Promise.resolve(new Response(JSON.stringify({ release: live }))));
});
afterEach(() => jest.useRealTimers());

test('shows nothing while the tab has the live release', async () => {
  open('/');
  await waitFor(() => expect(fetch).toHaveBeenCalledWith('/release.json', { cache: 'no-store' }));
  expect(screen.queryByText(words)).toBeNull();
});

test('shows a newer release, and stays dismissed once dismissed', async () => {
  live = 'bbbb';
  open('/bikes');
  expect(await screen.findByText(words)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Later' }));
  expect(screen.queryByText(words)).toBeNull();
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('never interrupts a booking: the line appears on the next other page', async () => {
  live = 'bbbb';
  const router = open('/book-service');
  await waitFor(() => expect(fetch).toHaveBeenCalled());
  await act(() => Promise.resolve());
  expect(screen.queryByText(words)).toBeNull();
  await act(() => router.navigate('/faq'));
  expect(screen.getByText(words)).toBeTruthy();
});

test('shows nothing without an answer, and asks again later', async () => {
  jest.useFakeTimers();
  jest.mocked(fetch).mockRejectedValueOnce(new TypeError('offline'));
  open('/');
  await act(() => jest.advanceTimersByTimeAsync(0));
  expect(screen.queryByText(words)).toBeNull();
  live = 'bbbb';
  await act(() => jest.advanceTimersByTimeAsync(POLL_INTERVAL_MS));
  expect(screen.getByText(words)).toBeTruthy();
});
