import { atShop, formatInstant, formatTime } from '@twostroke/shared/domain/calendar';
import { statusWord } from '@twostroke/shared/domain/booking-status';
import type { BookingStatus } from '@twostroke/shared/domain/database-enum';
import type { TimelineItem } from './timeline.tsx';
import { customerStatusWord } from './booking-words.ts';
import { stepWords } from './step-messages.ts';
import type { BookingEvent } from '@twostroke/shared/api/event-messages';
import { isClosed, type ListedBooking } from '../../model/booking.ts';

/** The label of each status while it is still ahead, in the order of a booking; null: it is not announced. */
const aheadLabels: Readonly<Record<BookingStatus, string | null>> = {
  pending_payment: null,
  confirmed: statusWord('confirmed'),
  assigned: 'A mechanic is assigned',
  on_the_way: null,
  picked_up: null,
  inspecting: statusWord('inspecting'),
  awaiting_approval: null,
  in_service: statusWord('in_service'),
  quality_check: null,
  ready: statusWord('ready'),
  completed: statusWord('completed'),
  cancelled: null,
  no_show: null,
  expired: null,
};
const announced = Object.entries(aheadLabels).flatMap(([status, label]) => (label === null ? [] : [{ status, label }]));

/** What of a booking decides its steps. */
export type SteppedBooking = Pick<ListedBooking, 'status' | 'mechanic' | 'cancelled_by' | 'events'>;

/** The booking's timeline: past steps, the current one and the coming ones. */
export function bookingSteps(booking: SteppedBooking, today: string): TimelineItem[] {
  const events = booking.events;
  const over = isClosed(booking);
  const happened = events.map((event, index): TimelineItem => ({
    key: `event ${index}`,
    state: !over && index === events.length - 1 ? 'now' : 'done',
    label: stepLabel(event, booking),
    time: stepTime(event.at, today),
    dateTime: event.at,
    detail: event.to_status === 'cancelled' ? event.note : undefined,
  }));
  if (over) return happened;
  const reached = Math.max(
    ...announced.map(({ status }, index) => (events.some((event) => event.to_status === status) ? index : -1)),
  );
  const ahead = announced
    .slice(reached + 1)
    .map(({ status, label }): TimelineItem => ({ key: status, state: 'ahead', label }));
  return [...happened, ...ahead];
}

function stepLabel(event: BookingEvent, booking: SteppedBooking): string {
  if (event.moved_from) return `Moved from ${formatInstant(event.moved_from)}`;
  if (event.from_status === event.to_status) return stepWords(event);
  if (event.to_status === 'assigned' && booking.mechanic) return `${booking.mechanic} is your mechanic`;
  if (event.to_status === 'cancelled') return booking.cancelled_by === 'shop' ? 'Cancelled by us' : 'Cancelled by you';
  return customerStatusWord(event.to_status);
}

/** Today's steps by the clock, others with their day. */
function stepTime(at: string, today: string): string {
  const { date, time } = atShop(at);
  return date === today ? formatTime(time) : formatInstant(at);
}
