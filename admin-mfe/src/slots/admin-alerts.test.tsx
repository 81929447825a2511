import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { RouterProvider, useLocation } from '@twostroke/shared/router';
import { createMemoryRouter } from '@twostroke/shared/router/memory';
import { sessionAtom, store, toasterMounted, type Session } from '@twostroke/shared/state';
import { fakeBackend } from '@twostroke/shared/testing/fake-backend';
import { fakeRealtime, type FakeRealtime } from '@twostroke/shared/testing/fake-realtime';
import { Provider } from 'jotai';
import { Toaster } from 'sonner';
import { Component } from './admin-alerts.tsx';

let mockRealtime: FakeRealtime;
jest.mock('@twostroke/shared/client', () => ({
  ...jest.requireActual<object>('@twostroke/shared/client'),
  loadSupabase: () => mockRealtime.loadSupabase(),
}));

const channel = 'booking-notifications';
const user = { id: 'admin-1', email: 'a@example.com', phone: null, fullName: null };
const admin: Session = { status: 'signed-in', user, isAdmin: true };
const booking = {
  id: '4f9c21ab-1111-4222-8333-444455556666',
  created_at: '2026-11-20T04:42:00+00:00',
  booking_date: '2026-11-21',
  booking_time: '11:00:00',
  vehicle_number: 'MH12ZZ0042',
  estimated_price: 1699,
  final_price: null,
};

function Page() {
  const { pathname, search } = useLocation();
  return (
    <>
      <p data-testid="address">{pathname + search}</p>
      <Component />
      <Toaster />
    </>
  );
}

function renderAlerts(session: Session) {
  const backend = fakeBackend({
    'GET /rest/v1/booking_signals': { body: [] },
    'POST /rest/v1/notification_logs': { status: 201, body: [{ id: 'log-1' }] },
  });
  store.set(sessionAtom, session);
  const router = createMemoryRouter([{ path: '*', Component: Page }], { initialEntries: ['/bikes'] });
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  toasterMounted();
  return backend;
}

beforeEach(() => {
  mockRealtime = fakeRealtime();
});

test('an admin is alerted on any page, the alert is recorded, and it opens the booking', async () => {
  const backend = renderAlerts(admin);
  await waitFor(() => expect(mockRealtime.open()).toEqual([channel]));
  act(() => mockRealtime.emit(channel, 'INSERT', booking));
  expect(await screen.findByText('New Booking Received!')).toBeTruthy();
  expect(screen.getByText('Booking #4f9c21ab - Total: ₹1699')).toBeTruthy();
  await waitFor(() => expect(backend.callsOf('POST /rest/v1/notification_logs')).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(`/admin?booking=${booking.id}`));
});

test('the booking of an alert is assigned from it', async () => {
  renderAlerts(admin);
  await waitFor(() => expect(mockRealtime.open()).toEqual([channel]));
  act(() => mockRealtime.emit(channel, 'INSERT', { ...booking, id: '88888888-1111-4222-8333-444455556666' }));
  const toast = (await screen.findByText('Booking #88888888 - Total: ₹1699')).closest('li')!;
  fireEvent.click(within(toast).getByRole('button', { name: 'Assign' }));
  await waitFor(() =>
    expect(screen.getByTestId('address').textContent).toBe(
      '/admin?booking=88888888-1111-4222-8333-444455556666&do=assign',
    ),
  );
});

test('a failed record does not affect the alert', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  renderAlerts(admin);
  fakeBackend({ 'POST /rest/v1/notification_logs': { status: 500, body: { message: 'broken' } } });
  await waitFor(() => expect(mockRealtime.open()).toEqual([channel]));
  act(() => mockRealtime.emit(channel, 'INSERT', { ...booking, id: '99999999-1111-4222-8333-444455556666' }));
  expect(await screen.findByText('Booking #99999999 - Total: ₹1699')).toBeTruthy();
  await waitFor(() => expect(logged).toHaveBeenCalled());
});

test('signing out unsubscribes from the channel', async () => {
  renderAlerts(admin);
  await waitFor(() => expect(mockRealtime.open()).toEqual([channel]));
  act(() => store.set(sessionAtom, { status: 'signed-out' }));
  expect(mockRealtime.open()).toEqual([]);
});

test('does not subscribe a user without the admin role', async () => {
  renderAlerts({ status: 'signed-in', user, isAdmin: false });
  await act(() => Promise.resolve());
  expect(mockRealtime.open()).toEqual([]);
});
