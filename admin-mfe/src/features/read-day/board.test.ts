import type { WindowPlaces } from '@twostroke/shared/api/slots';
import type { BoardJob } from '../../model/board-job.ts';
import { lanesByMechanic, lanesByMode, windowsOf, type WaitlistedCustomer } from './board.ts';
import { jobsByNeed, otherDays } from './needs.ts';

function window(mode: BoardJob['mode'], starts: string, places: number, taken: number): WindowPlaces {
  return { mode, starts, ends: `${Number(starts.slice(0, 2)) + 2}:00:00`, places, taken };
}

function job(changes: Partial<BoardJob> & { id: string }): BoardJob {
  const usual = { mode: 'doorstep', status: 'assigned', booking_time: '11:00', windows: 1, mechanic: 'Sagar' } as const;
  return {
    ...usual,
    allowed_minutes: null,
    ready_date: '2026-11-24',
    ready_time: null,
    here_since: null,
    closed_at: null,
    minutes: 60,
    ...changes,
  } as BoardJob;
}

const places = [
  window('doorstep', '08:00:00', 3, 0),
  window('workshop', '08:00:00', 4, 1),
  window('doorstep', '11:00:00', 5, 2),
  window('workshop', '11:00:00', 4, 0),
];
const ids = (jobs: readonly BoardJob[]): string[] => jobs.map(({ id }) => id);

test('places jobs by mode and window, with the capacity that the database reports', () => {
  const day = {
    bookings: [job({ id: 'gate' }), job({ id: 'walk-in', mode: 'workshop', booking_time: '08:00' })],
    places,
    waiting: [
      { id: 'first', mode: 'doorstep', booking_time: '11:00:00' },
      { id: 'other', mode: 'pickup', booking_time: '11:00:00' },
    ] as WaitlistedCustomer[],
    away: [],
  };
  expect(windowsOf(day).map(({ starts }) => starts)).toEqual(['08:00:00', '11:00:00']);
  const gate = lanesByMode(day).find(({ mode }) => mode === 'doorstep');
  expect(gate?.cells.map((cell) => [cell.places, ids(cell.jobs)])).toEqual([
    [{ used: 0, of: 3 }, []],
    [{ used: 2, of: 5 }, ['gate']],
  ]);
  expect(gate?.cells.flatMap(({ waiting }) => waiting.map(({ id }) => id))).toEqual(['first']);
});

test('in a cell the unassigned come first, what is over last, and a long job goes on in the next window', () => {
  const bookings = [
    job({ id: 'done', status: 'completed' }),
    job({ id: 'given' }),
    job({ id: 'new', status: 'confirmed', mechanic: null }),
    job({ id: 'long', booking_time: '08:00', windows: 2 }),
    job({ id: 'off', booking_time: '08:00', windows: 2, status: 'cancelled' }),
  ];
  const [gate] = lanesByMode({ bookings, places, waiting: [], away: [] });
  expect(gate?.cells.map(({ jobs, done, goingOn }) => [ids(jobs), ids(done), ids(goingOn)])).toEqual([
    [['long'], ['off'], []],
    [['new', 'given'], ['done'], ['long']],
  ]);
});

test('by person unassigned jobs come first with who waits for a place, and each job is in one lane', () => {
  const bookings = [job({ id: 'mine' }), job({ id: 'new', status: 'confirmed', mechanic: null, mode: 'workshop' })];
  const waiting = [
    { id: 'first', mode: 'doorstep', booking_time: '11:00:00' },
    { id: 'other', mode: 'workshop', booking_time: '11:00:00' },
  ] as WaitlistedCustomer[];
  const lanes = lanesByMechanic({ bookings, places, waiting, away: [] }, ['Imran', 'Sagar']);
  expect(lanes.map(({ cells }) => cells.map((cell) => cell.waiting.map(({ id }) => id)))).toEqual([
    [[], ['first', 'other']],
    [[], []],
    [[], []],
  ]);
  expect(lanes.map(({ name, cells }) => [name, cells.flatMap(({ jobs }) => ids(jobs))])).toEqual([
    ['Not assigned', ['new']],
    ['Imran', []],
    ['Sagar', ['mine']],
  ]);
});

test('what is counted is what is listed: needs of all days, and bills of the day they were written', () => {
  const now = Date.parse('2026-11-24T12:00:00+05:30');
  const status_since = '2026-11-24T10:00:00+05:30';
  const jobs = [
    job({ id: 'new', status: 'confirmed', allowed_minutes: 60, status_since }),
    job({ id: 'asked', status: 'awaiting_approval', allowed_minutes: 180, status_since }),
    job({ id: 'ready', status: 'ready', allowed_minutes: 110, status_since }),
    job({ id: 'promised', status: 'in_service', ready_time: '12:00' }),
    job({ id: 'in time', status: 'in_service', ready_time: '12:01' }),
    job({ id: 'billed', status: 'completed', closed_at: '2026-11-24T09:00:00+05:30' }),
    job({ id: 'billed before', status: 'completed', closed_at: '2026-11-23T23:00:00+05:30' }),
  ];
  const found = jobsByNeed(jobs, '2026-11-24', now);
  expect(Object.entries(found).map(([need, of]) => [need, ...ids(of)])).toEqual([
    ['unassigned', 'new'],
    ['over', 'new', 'ready', 'promised'],
    ['answer', 'asked'],
    ['ready', 'ready'],
    ['billed', 'billed'],
  ]);
});

test('a job of another day is listed once: in the yard, as not assigned, or as left over', () => {
  const of = (changes: Partial<BoardJob> & { id: string }): BoardJob => job({ booking_date: '2026-11-23', ...changes });
  const { yard, unassigned, leftOver } = otherDays(
    [
      of({ id: 'here', status: 'in_service', here_since: '2026-11-23T11:00:00+05:30' }),
      of({ id: 'new', status: 'confirmed' }),
      of({ id: 'missed' }),
      of({ id: 'at the gate', status: 'inspecting' }),
      of({ id: 'today', booking_date: '2026-11-24', status: 'inspecting' }),
      of({ id: 'billed', status: 'completed' }),
    ],
    '2026-11-24',
  );
  expect([ids(yard), ids(unassigned), ids(leftOver)]).toEqual([['here'], ['new'], ['missed', 'at the gate']]);
});
