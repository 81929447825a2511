import { groupDays, type OpenDay } from './group-days.ts';

const weekday = (day: number): OpenDay => ({
  weekday: day,
  opens: '09:00:00',
  closes: '19:00:00',
  windows: [
    { starts: '09:00:00', ends: '11:00:00' },
    { starts: '11:00:00', ends: '13:00:00' },
  ],
});
const sunday: OpenDay = {
  weekday: 0,
  opens: '10:00:00',
  closes: '16:00:00',
  windows: [{ starts: '14:00:00', ends: '16:00:00' }],
};

test('puts equal days in one line and starts the week on Monday', () => {
  const groups = groupDays([sunday, ...[1, 2, 3, 4, 5, 6].map(weekday)]);
  expect(groups.map(({ days }) => days)).toEqual(['Mon–Sat', 'Sun']);
  expect(groups[0]?.hours.replaceAll('\u00a0', ' ')).toBe('9 am – 7 pm');
  expect(groups[1]?.windows).toEqual(['2–\u20604\u00a0pm']);
});

test('a closed day between them ends the line', () => {
  expect(groupDays([1, 2, 4, 5].map(weekday)).map(({ days }) => days)).toEqual(['Mon–Tue', 'Thu–Fri']);
});
