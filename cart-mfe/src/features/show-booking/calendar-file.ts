import { freeUntilWords } from '@twostroke/shared/domain/change-terms';
import type { ShownBooking } from './get-booking.ts';
import { placeLine } from './booking-words.ts';

/** The shop's clock is UTC+05:30 all year. */
const SHOP_OFFSET = '+05:30';

/**
 * The booking as an iCalendar file (RFC 5545) for the phone's calendar. It does not hold the booking's link: calendars
 * are shared.
 * @param now instant at which it is made
 */
export function calendarFile(booking: ShownBooking, now: Date): string {
  const { booking_date, booking_time, window_end, number, shop, items, terms } = booking;
  const description = [
    items.map(({ name }) => name).join(', '),
    `Booking ${number}`,
    `Free to cancel or move until ${freeUntilWords(terms)}`,
    `Questions: ${shop.phone}`,
  ].join('\n');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Twostroke//Booking//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${booking.id}@twostroke`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(new Date(`${booking_date}T${booking_time}:00${SHOP_OFFSET}`))}`,
    `DTEND:${stamp(new Date(`${booking_date}T${window_end}:00${SHOP_OFFSET}`))}`,
    `SUMMARY:${escape(`${shop.name}: ${booking.bike_name}`)}`,
    `LOCATION:${escape(placeLine(booking))}`,
    `DESCRIPTION:${escape(description)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map(fold).join('\r\n') + '\r\n';
}

function stamp(instant: Date): string {
  return instant.toISOString().replace(/[-:]|\.\d{3}/g, '');
}

function escape(text: string): string {
  return text
    .replace(/\u00a0/g, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n');
}

/** No line is longer than 75 bytes; a continuation starts with a space. */
function fold(line: string): string {
  const encoder = new TextEncoder();
  let folded = '';
  let bytes = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (bytes + size > 74) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}
