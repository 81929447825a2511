import { fakeBackend, type FakeAnswer } from '@twostroke/shared/testing/fake-backend';
import { writeAlertLog } from './alert-records.ts';
import type { NewBooking } from './booking-alert.ts';

const booking: NewBooking = {
  id: '4f9c21ab-1111-4222-8333-444455556666',
  created_at: '2026-11-20T04:42:00+00:00',
  booking_date: '2026-11-21',
  booking_time: '11:00:00',
  vehicle_number: null,
  estimated_price: 899,
  final_price: null,
};

function answering(answer: FakeAnswer) {
  return fakeBackend({ 'POST /rest/v1/notification_logs': answer });
}

test('the row is written once per admin and booking', async () => {
  const backend = answering({ status: 201, body: [{ id: 'log-1' }] });
  await writeAlertLog('admin-1', booking);
  const [call] = backend.calls;
  expect(call?.body).toMatchObject({ user_id: 'admin-1', order_id: booking.id, type: 'new_booking' });
  expect(call?.query.get('on_conflict')).toBe('user_id,order_id,type');
  expect(call?.headers.get('Prefer')).toContain('resolution=ignore-duplicates');
});

test('a row that another tab wrote is a success', async () => {
  answering({ status: 201, body: [] });
  await writeAlertLog('admin-1', booking);
  answering({ status: 409, body: { code: '23505', message: 'duplicate key value', hint: null, details: null } });
  await writeAlertLog('admin-1', booking);
  expect(console.error).not.toHaveBeenCalled();
});

test.each<[string, FakeAnswer]>([
  [
    'a denied permission',
    { status: 403, body: { code: '42501', message: 'permission denied', hint: null, details: null } },
  ],
  ['a failing server', { status: 500, body: { code: 'XX000', message: 'broken', hint: null, details: null } }],
])('%s is logged, not thrown', async (_name, answer) => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  answering(answer);
  await expect(writeAlertLog('admin-1', booking)).resolves.toBeUndefined();
  expect(logged).toHaveBeenCalledTimes(1);
  expect(logged.mock.calls[0]?.[0]).toContain(booking.id);
});
