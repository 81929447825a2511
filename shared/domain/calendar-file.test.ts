import { calendarFile, type CalendarBooking, type Invitation } from './calendar-file.ts';

const booking: CalendarBooking = {
  id: '4f9d2c1b-6f0a-4a53-8a53-0d9a1f0e77aa',
  number: '4f9d2c1b',
  version: 2,
  bike_name: 'Royal Enfield Classic 350',
  mode: 'doorstep',
  booking_date: '2026-11-21',
  booking_time: '11:00',
  window_end: '13:00',
  address_line: 'B-1204, Sample Heights',
  area_name: 'Kondhwa',
  pin: '411048',
  items: [{ name: 'General Service' }, { name: 'Warranty 30 to 90 days' }],
  terms: { free_until: '2026-11-21T03:30:00Z', can_move: true },
  shop: { name: 'Twostroke', phone: '+919000000010', address: 'Shop 4, Sample Arcade' },
};
const now = new Date('2026-11-20T05:00:00.123Z');
const invitation: Invitation = {
  method: 'REQUEST',
  organizer: 'workshop@example.com',
  attendee: 'asha@example.com',
  attendeeName: 'Asha Kulkarni',
};

const linesOf = (file: string): string[] => file.replace(/\r\n /g, '').split('\r\n');
const file = calendarFile(booking, now);

test("start and end are instants, whatever the phone's time zone", () => {
  expect(linesOf(file)).toEqual(
    expect.arrayContaining(['DTSTART:20261121T053000Z', 'DTEND:20261121T073000Z', 'DTSTAMP:20261120T050000Z']),
  );
});

test('texts are escaped, and the free-cancel time is a clock time', () => {
  expect(linesOf(file)).toContain('LOCATION:B-1204\\, Sample Heights\\, Kondhwa 411048');
  expect(file.replace(/\r\n /g, '')).toContain('\\nFree to cancel or move until 9 am on Sat 21 Nov\\n');
});

test('after the last free move it only promises that cancelling is free', () => {
  const moved = calendarFile({ ...booking, terms: { ...booking.terms, can_move: false } }, now);
  expect(moved.replace(/\r\n /g, '')).toContain('\\nFree to cancel until 9 am on Sat 21 Nov\\n');
});

test('the UID stays, the sequence is the version: a later file replaces an earlier one', () => {
  expect(linesOf(file)).toEqual(
    expect.arrayContaining(['UID:4f9d2c1b-6f0a-4a53-8a53-0d9a1f0e77aa@twostroke', 'SEQUENCE:2', 'STATUS:CONFIRMED']),
  );
});

test('a downloaded file invites no one; a mail invites the customer and requests no reply', () => {
  expect(file).not.toMatch(/METHOD|ORGANIZER|ATTENDEE/);
  expect(linesOf(calendarFile(booking, now, invitation))).toEqual(
    expect.arrayContaining([
      'METHOD:REQUEST',
      'ORGANIZER;CN="Twostroke":mailto:workshop@example.com',
      'ATTENDEE;CN="Asha Kulkarni";ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:asha@example.com',
    ]),
  );
});

test('a cancellation removes the same entry, and does not mention free cancelling', () => {
  const cancelled = linesOf(calendarFile({ ...booking, version: 3 }, now, { ...invitation, method: 'CANCEL' }));
  expect(cancelled).toEqual(
    expect.arrayContaining([
      'METHOD:CANCEL',
      'STATUS:CANCELLED',
      'SEQUENCE:3',
      'UID:4f9d2c1b-6f0a-4a53-8a53-0d9a1f0e77aa@twostroke',
    ]),
  );
  expect(cancelled.join('\n')).not.toContain('Free to cancel');
});

test('typed text cannot end a line or a quoted value', () => {
  const typed = { ...booking, address_line: 'A;B\\C\r\nATTENDEE:mailto:x@example.com\u0007' };
  const lines = linesOf(calendarFile(typed, now, { ...invitation, attendeeName: 'Asha "K"\nX:Y' }));
  expect(lines).toContain('LOCATION:A\\;B\\\\C\\nATTENDEE:mailto:x@example.com \\, Kondhwa 411048');
  expect(lines.filter((line) => line.startsWith('ATTENDEE'))).toEqual([
    'ATTENDEE;CN="Asha  K  X:Y";ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:asha@example.com',
  ]);
});

test('no line is longer than 75 bytes, no character is cut, and all end in CRLF', () => {
  const long = calendarFile({ ...booking, bike_name: 'मराठी ₹ 🏍 '.repeat(30) }, now, invitation);
  for (const each of [file, long]) {
    expect(each.split('\r\n').every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true);
    expect(each.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/);
    expect(each.endsWith('END:VCALENDAR\r\n')).toBe(true);
  }
  expect(long.split('\r\n').some((line) => new TextEncoder().encode(line).length === 75)).toBe(true);
  expect(long.replace(/\r\n /g, '')).toContain('मराठी ₹ 🏍 '.repeat(30));
});
