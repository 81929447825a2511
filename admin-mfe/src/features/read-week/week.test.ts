import { jobWords, minutesOpen, mondayOf, strokesOf, tailOf, type WeekJob } from './week.ts';

const job = (changes: Partial<WeekJob>): WeekJob => ({
  id: 'a',
  number: '4f9c21ab',
  status: 'assigned',
  booking_date: '2026-11-23',
  booking_time: '09:00:00',
  window_end: '11:00:00',
  minutes: 60,
  mode: 'doorstep',
  mechanic: 'Sagar',
  vehicle_number: 'MH12ZZ0042',
  bike_name: 'Royal Enfield Classic 350',
  customer_name: 'Asha Kulkarni',
  areas: null,
  phone: '+919000000012',
  service: 'General Service',
  estimated_price: 1699,
  final_price: null,
  ...changes,
});

test('a day that closes earlier has fewer minutes', () => {
  const windows = [
    { starts: '09:00:00', ends: '11:00:00' },
    { starts: '14:00:00', ends: '16:00:00' },
  ];
  expect([null, '15:00:00', '12:00:00'].map((closes) => minutesOpen(windows, closes))).toEqual([240, 180, 120]);
});

test('a week begins on Monday', () => {
  expect(['2026-11-23', '2026-11-26', '2026-11-29', '2026-11-30'].map(mondayOf)).toEqual([
    '2026-11-23',
    '2026-11-23',
    '2026-11-23',
    '2026-11-30',
  ]);
});

test('jobs of one window stand one after the other, each as long as its minutes', () => {
  const strokes = strokesOf([
    job({ booking_time: '11:00:00', minutes: 45 }),
    job({ minutes: 90 }),
    job({ minutes: 60, vehicle_number: null }),
  ]);
  expect(strokes.map(({ from, until }) => [from, until])).toEqual([
    [540, 630],
    [630, 690],
    [690, 735],
  ]);
  expect(strokes.map(({ job }) => `${tailOf(job)}, ${jobWords(job)}`.replaceAll('\u00a0', ' '))).toEqual([
    '0042, 9 am, General Service, 1 h 30 min',
    '21ab, 9 am, General Service, 1 h',
    '0042, 11 am, General Service, 45 min',
  ]);
});
