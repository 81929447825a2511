import { booking } from '../../testing/booking-fixtures.ts';
import { calendarFile } from './calendar-file.ts';
import type { ShownBooking } from './get-booking.ts';

const file = calendarFile(booking as ShownBooking, new Date('2026-11-20T05:00:00.123Z'));
const lines = file.replace(/\r\n /g, '').split('\r\n');

test('start and end are instants, whatever the phone thinks the time zone is', () => {
  expect(lines).toContain('DTSTART:20261121T053000Z');
  expect(lines).toContain('DTEND:20261121T073000Z');
  expect(lines).toContain('DTSTAMP:20261120T050000Z');
});

test('texts are escaped, and the free-cancel time is a clock time', () => {
  expect(lines).toContain('LOCATION:B-1204\\, Sample Heights\\, Kondhwa 411048');
  expect(file.replace(/\r\n /g, '')).toContain('\\nFree to cancel or move until 9 am on Sat 21 Nov\\n');
});

test('no line is longer than 75 bytes and all end in CRLF', () => {
  expect(file.split('\r\n').every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true);
  expect(file.replace(/\r\n/g, '')).not.toContain('\n');
});
