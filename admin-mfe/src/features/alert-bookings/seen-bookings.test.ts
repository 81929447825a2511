/** @jest-environment jsdom */
import { hasSeen, loadSeen, nothingSeen, readFrom, saveSeen, addSeen } from './seen-bookings.ts';

const first = { id: 'a', created_at: '2026-11-20T04:42:00.500+00:00' };
const second = { id: 'b', created_at: '2026-11-20T05:00:00+00:00' };

test('the newest booking sets the date, in whatever order bookings arrive', () => {
  const seen = addSeen(addSeen(nothingSeen, second), first);
  expect(seen).toEqual({ since: second.created_at, ids: ['b', 'a'] });
  expect(hasSeen(seen, 'a')).toBe(true);
  expect(hasSeen(seen, 'c')).toBe(false);
});

test('reads from a minute earlier, for transactions that commit late', () => {
  expect(readFrom(addSeen(nothingSeen, second))).toBe('2026-11-20T04:59:00.000Z');
  expect(readFrom(nothingSeen)).toBe('1970-01-01T00:00:00.000Z');
});

test('the list of ids is bounded', () => {
  let seen = nothingSeen;
  for (let n = 0; n < 500; n++) seen = addSeen(seen, { id: String(n), created_at: first.created_at });
  expect(seen.ids).toHaveLength(200);
  expect(hasSeen(seen, '499')).toBe(true);
});

test('what a tab has seen is stored for the next start, per admin', () => {
  saveSeen('admin-1', addSeen(nothingSeen, second));
  saveSeen('admin-1', addSeen(nothingSeen, first));
  expect(loadSeen('admin-1')).toEqual({ since: second.created_at, ids: ['b', 'a'] });
  expect(loadSeen('admin-2')).toEqual(nothingSeen);
});

test.each(['{', 'null', '{"since":"soon","ids":[]}', '{"since":"2026-11-20","ids":3}'])(
  'corrupt storage %p counts as a first start',
  (text) => {
    window.localStorage.setItem('twostroke.personal.alerts.admin-1', text);
    expect(loadSeen('admin-1')).toEqual(nothingSeen);
  },
);
