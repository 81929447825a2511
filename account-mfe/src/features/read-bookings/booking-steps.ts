import { atShop, formatInstant, formatTime } from '@twostroke/shared/domain/calendar';
import { statusWord } from '@twostroke/shared/ui/status-badge';
import type { TimelineItem } from '@twostroke/shared/ui/timeline';
import { isClosed, type Booking, type BookingEvent } from './booking.ts';

/** Steps a booking takes, in their order, with what stands there while they are ahead. */
const way = [
  ['confirmed', 'Confirmed'],
  ['assigned', 'A mechanic is assigned'],
  ['inspecting', 'Inspecting'],
  ['in_service', 'In service'],
  ['ready', 'Ready'],
  ['completed', 'Service done'],
] as const;

/** The booking's way as the timeline shows it: what happened, where it stands, what is ahead. */
export function bookingSteps(booking: Booking, today: string): TimelineItem[] {
  const events = booking.booking_events;
  const over = isClosed(booking);
  const happened = events.map((event, index): TimelineItem => ({
    key: `event ${event.id}`,
    state: !over && index === events.length - 1 ? 'now' : 'done',
    label: stepLabel(event, booking),
    time: stepTime(event.at, today),
    dateTime: event.at,
    detail: event.to_status === 'cancelled' ? event.note : undefined,
  }));
  if (over) return happened;
  const reached = Math.max(...way.map(([status], index) => (events.some((e) => e.to_status === status) ? index : -1)));
  const ahead = way.slice(reached + 1).map(([status, label]): TimelineItem => ({ key: status, state: 'ahead', label }));
  return [...happened, ...ahead];
}

function stepLabel(event: BookingEvent, booking: Booking): string {
  if (event.moved_from) return `Moved from ${formatInstant(event.moved_from)}`;
  if (event.from_status === event.to_status) {
    if (event.fee !== 0) return 'Fee changed';
    return event.note === null || event.note.startsWith('Added to the account') ? 'Added to your account' : event.note;
  }
  if (event.to_status === 'assigned' && booking.mechanic) return `${booking.mechanic} is your mechanic`;
  if (event.to_status === 'completed') return 'Service done';
  if (event.to_status === 'cancelled') return booking.cancelled_by === 'shop' ? 'Cancelled by us' : 'Cancelled by you';
  return statusWord(event.to_status);
}

/** Today's steps by the clock, others with their day. */
function stepTime(at: string, today: string): string {
  const { date, time } = atShop(at);
  return date === today ? formatTime(time) : formatInstant(at);
}
