import { act, renderHook, waitFor } from '@testing-library/react';
import { fakeBackend } from '@twostroke/shared/testing/fake-backend';
import { addDays } from '@twostroke/shared/domain/calendar';
import { forgetQueries } from './use-query.ts';
import { useSlotDays } from './use-slot-days.ts';

const LIST = 'POST /rest/v1/rpc/list_slots';
const today = '2026-11-01';

beforeEach(() => forgetQueries());

function slotsUntil(last_day: string) {
  return fakeBackend({
    [LIST]: ({ body }) => {
      const { from_date = today, days = 7 } = body as { from_date?: string; days?: number };
      const dates = Array.from({ length: days }, (_, at) => addDays(from_date, at)).filter((date) => date <= last_day);
      const calendar = { today, minutes: 90, windows: 1, two_day: false, last_day, first_free: null, alternatives: [] };
      return { body: { ...calendar, days: dates.map((date) => ({ date, closed: null, note: null, windows: [] })) } };
    },
  });
}

/** Asks for more days for as long as there are some. */
async function readAll() {
  const { result } = renderHook(() => useSlotDays({ mode: 'workshop' }));
  await waitFor(() => expect(result.current.calendar.status).toBe('ready'));
  while (result.current.hasMore) {
    act(() => result.current.more());
    await waitFor(() => expect(result.current.loadingMore).toBe(false));
  }
  return result;
}

test.each([
  ['2026-12-01', 31, [undefined, '2026-11-08', '2026-11-15', '2026-11-22', '2026-11-29']],
  ['2026-11-28', 28, [undefined, '2026-11-08', '2026-11-15', '2026-11-22']],
  ['2026-11-05', 5, [undefined]],
])('every day up to %s, the last that can be booked, can be read', async (lastDay, count, weeks) => {
  const backend = slotsUntil(lastDay);
  const result = await readAll();
  expect(result.current.days).toHaveLength(count);
  expect(backend.callsOf(LIST).map(({ body }) => (body as { from_date?: string }).from_date)).toEqual(weeks);
});

test('reloading reads all days again that are shown', async () => {
  const backend = slotsUntil('2026-11-20');
  const result = await readAll();
  const before = backend.callsOf(LIST).length;
  act(() => result.current.calendar.reload());
  await waitFor(() => expect(backend.callsOf(LIST)).toHaveLength(before + 2));
  expect(
    backend
      .callsOf(LIST)
      .slice(before)
      .map(({ body }) => body),
  ).toEqual(expect.arrayContaining([{ mode: 'workshop' }, { mode: 'workshop', from_date: '2026-11-08', days: 13 }]));
  expect(result.current.days).toHaveLength(20);
});
