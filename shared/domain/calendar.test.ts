import {
  addDays,
  atShop,
  dayName,
  formatDate,
  formatDay,
  formatInstant,
  formatTime,
  formatWindow,
  formatWindowInWords,
  nearDay,
  weekdayOf,
} from './calendar.ts';

const plain = (words: string) => words.replaceAll('\u00a0', ' ').replaceAll('\u2060', '');

test('formats and names days, and rejects invalid dates', () => {
  expect(plain(formatDay('2026-11-21'))).toBe('Sat 21 Nov');
  expect(plain(formatDate('2026-11-20'))).toBe('20 Nov 2026');
  expect(weekdayOf('2026-11-22')).toBe(0);
  expect(dayName('2026-11-21')).toBe('Saturday');
  expect(() => formatDay('2026-13-01')).toThrow(RangeError);
});

test('adding days crosses months, years and leap days', () => {
  expect(addDays('2026-11-30', 1)).toBe('2026-12-01');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
});

test('today and tomorrow have names, other days have none', () => {
  expect(nearDay('2026-11-20', '2026-11-20')).toBe('today');
  expect(nearDay('2026-12-01', '2026-11-30')).toBe('tomorrow');
  expect(nearDay('2026-11-22', '2026-11-20')).toBeNull();
});

test.each([
  ['09:00', '9 am'],
  ['14:30:00', '2:30 pm'],
  ['12:00', '12 noon'],
  ['12:15', '12:15 pm'],
  ['00:05', '12:05 am'],
])('%s is %s', (time, words) => {
  expect(plain(formatTime(time))).toBe(words);
});

test.each([
  ['11:00', '13:00', '11 am – 1 pm', '11 am and 1 pm'],
  ['09:00', '11:00', '9–11 am', '9 and 11 am'],
  ['14:00:00', '16:00:00', '2–4 pm', '2 and 4 pm'],
  ['10:00', '12:00', '10 am – 12 noon', '10 am and 12 noon'],
])('%s to %s is %s, or between %s', (start, end, range, words) => {
  expect(plain(formatWindow(start, end))).toBe(range);
  expect(plain(formatWindowInWords(start, end))).toBe(words);
});

test('a line breaks nowhere in a window of one half of the day', () => {
  expect(formatWindow('14:00', '16:00')).toBe('2–\u20604\u00a0pm');
});

test('rejects an invalid time', () => {
  expect(() => formatTime('9 am')).toThrow(RangeError);
});

test("an instant is shown in the shop's time, whatever the time zone of the browser", () => {
  expect(atShop('2026-11-20T20:00:00Z')).toEqual({ date: '2026-11-21', time: '01:30' });
  expect(atShop('2026-11-20T18:30:00+00:00')).toEqual({ date: '2026-11-21', time: '00:00' });
  expect(plain(formatInstant('2026-11-20T04:42:00.123Z'))).toBe('Fri 20 Nov, 10:12 am');
  expect(() => atShop('soon')).toThrow(RangeError);
});

test("the shop's time is that of Asia/Kolkata, all year", () => {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata', dateStyle: 'short', timeStyle: 'short' });
  for (let month = 0; month < 24; month += 1) {
    const instant = new Date(Date.UTC(2026, month, 28, 18, 29 + month));
    const { date, time } = atShop(instant);
    expect(`${date} ${time}`).toBe(clock.format(instant));
  }
});
