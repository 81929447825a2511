import type { BookedPlace } from './booking-place.ts';
import { placeLine } from './booking-place.ts';
import type { Terms } from './change-terms.ts';
import { freeWords } from './change-terms.ts';

/** The shop's clock is UTC+05:30 all year. */
const SHOP_OFFSET = '+05:30';

export interface CalendarBooking extends BookedPlace {
  id: string;
  number: string;
  /** Rises with each change: calendars use the entry with the highest. */
  version: number;
  bike_name: string;
  /** YYYY-MM-DD and HH:MM, clock times of the shop. */
  booking_date: string;
  booking_time: string;
  window_end: string;
  items: { name: string }[];
  terms: Pick<Terms, 'free_until' | 'can_move'>;
  shop: { name: string; phone: string; address: string };
}

/** An invitation or its cancellation: calendars apply it automatically (RFC 5546). */
export interface Invitation {
  method: 'REQUEST' | 'CANCEL';
  /** Mail addresses. */
  organizer: string;
  attendee: string;
  attendeeName: string;
}

/**
 * The booking as an iCalendar file (RFC 5545). It does not contain the booking's link: calendars are shared. With an
 * invitation it is the part of a mail that adds, moves or removes the entry; without, a file to open.
 * @param now instant at which it is made
 */
export function calendarFile(booking: CalendarBooking, now: Date, invitation?: Invitation): string {
  const { booking_date, booking_time, window_end, number, shop, items, terms } = booking;
  const isCancelled = invitation?.method === 'CANCEL';
  const description = [
    items.map(({ name }) => name).join(', '),
    `Booking ${number}`,
    isCancelled ? 'This booking is cancelled.' : freeWords(terms),
    `Questions: ${shop.phone}`,
  ].join('\n');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Twostroke//Booking//EN',
    ...(invitation ? [`METHOD:${invitation.method}`] : []),
    'BEGIN:VEVENT',
    `UID:${booking.id}@twostroke`,
    `SEQUENCE:${booking.version}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(new Date(`${booking_date}T${booking_time}:00${SHOP_OFFSET}`))}`,
    `DTEND:${stamp(new Date(`${booking_date}T${window_end}:00${SHOP_OFFSET}`))}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    ...(invitation ? people(invitation, shop.name) : []),
    `SUMMARY:${text(`${shop.name}: ${booking.bike_name}`)}`,
    `LOCATION:${text(placeLine(booking))}`,
    `DESCRIPTION:${text(description)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map(fold).join('\r\n') + '\r\n';
}

/** The customer made the appointment, so the attendee has accepted and no reply is requested. */
function people({ organizer, attendee, attendeeName }: Invitation, shopName: string): string[] {
  return [
    `ORGANIZER;CN=${parameter(shopName)}:mailto:${organizer}`,
    `ATTENDEE;CN=${parameter(attendeeName)};ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${attendee}`,
  ];
}

function stamp(instant: Date): string {
  return instant.toISOString().replace(/[-:]|\.\d{3}/g, '');
}

/** A value of type TEXT: it can contain no control characters but line breaks. */
function text(value: string): string {
  return withoutControls(
    value
      .replace(/\u2060/g, '')
      .replace(/\u00a0/g, ' ')
      .replace(/\r\n?/g, '\n'),
  )
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n');
}

/** A quoted parameter, which can contain neither quotes nor line breaks. */
function parameter(value: string): string {
  return `"${withoutControls(value).replace(/["\n]/g, ' ')}"`;
}

function withoutControls(value: string): string {
  return value.replace(/[^\P{Cc}\n]/gu, ' ');
}

/** No line is longer than 75 bytes; a continuation starts with a space. */
function fold(line: string): string {
  const encoder = new TextEncoder();
  let folded = '';
  let bytes = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (bytes + size > 75) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}
