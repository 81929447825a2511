import { dayInHouse, stateTime } from './state-time.ts';

const noon = Date.parse('2026-11-24T12:00:00+05:30');
const since = (minutes: number): string => new Date(noon - minutes * 60_000).toISOString();

test('a job within its time says how much of it has passed', () => {
  const job = { status: 'in_service', status_since: since(40), allowed_minutes: 90 } as const;
  expect(stateTime(job, noon)).toEqual({
    minutes: 40,
    allowed: 90,
    isOver: false,
    words: '40\u00a0min of 1\u00a0h 30\u00a0min',
  });
  expect(stateTime({ ...job, status_since: since(90) }, noon)?.isOver).toBe(false);
});

test('over its time it says by how much, and what to do', () => {
  const words = (status: 'in_service' | 'awaiting_approval' | 'ready', minutes: number, allowed_minutes: number) =>
    stateTime({ status, status_since: since(minutes), allowed_minutes }, noon)?.words;
  expect(words('in_service', 115, 90)).toBe('25\u00a0min over');
  expect(words('awaiting_approval', 160, 30)).toBe('2\u00a0h 10\u00a0min over, call them');
  expect(words('ready', 3 * 1440 + 120, 120)).toBe('3\u00a0days over, not fetched');
});

test('a status without a limit has no time, and a fast clock no time below 0', () => {
  expect(stateTime({ status: 'assigned', status_since: since(40), allowed_minutes: null }, noon)).toBeNull();
  expect(stateTime({ status: 'ready', status_since: since(-5), allowed_minutes: 120 }, noon)?.minutes).toBe(0);
});

test('days in the workshop count from the day the bike came, by the clock of the shop', () => {
  expect(dayInHouse({ here_since: '2026-11-23T19:00:00Z' }, '2026-11-24')).toBe(1); // 0:30 am in Pune
  expect(dayInHouse({ here_since: '2026-11-23T11:00:00+05:30' }, '2026-11-25')).toBe(3);
  expect(dayInHouse({ here_since: null }, '2026-11-25')).toBeNull();
});
