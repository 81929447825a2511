import { cancelTerms } from './cancel-until.ts';

const booking = {
  status: 'confirmed',
  starts_at: '2026-11-21T05:30:00+00:00',
  booking_date: '2026-11-21',
  booking_time: '11:00:00',
};
const until = '9\u00a0am on Sat 21\u00a0Nov';

test('free until two hours before, said as a clock time', () => {
  expect(cancelTerms(booking, new Date('2026-11-17T10:00:00Z'))).toEqual({ kind: 'free', until });
  expect(cancelTerms(booking, new Date('2026-11-21T03:30:00Z'))).toEqual({ kind: 'free', until });
});

test('later it goes by phone, and what is over cannot be cancelled', () => {
  expect(cancelTerms(booking, new Date('2026-11-21T03:31:00Z')).kind).toBe('late');
  expect(cancelTerms({ ...booking, status: 'assigned' }, new Date('2026-11-20T10:00:00Z')).kind).toBe('free');
  expect(cancelTerms({ ...booking, status: 'completed' }, new Date('2026-11-20T10:00:00Z')).kind).toBe('no');
});
