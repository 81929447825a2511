import { read } from '@twostroke/shared/client';
import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import type { BookingStatus } from '@twostroke/shared/domain/database-enum';

/** A transition that the database allows an admin. */
export interface Transition {
  from_status: BookingStatus;
  to_status: BookingStatus;
  /** Only for bookings of these modes; null: for all. */
  modes: ServiceMode[] | null;
}

/** The table of transitions. @throws AppError */
export async function readTransitions(): Promise<Transition[]> {
  return read((db) => db.from('booking_transitions').select('from_status,to_status,modes').eq('actor', 'admin'));
}

/** The regular order of statuses; others are exits. */
const way: readonly BookingStatus[] = [
  ...([
    'assigned',
    'on_the_way',
    'picked_up',
    'inspecting',
    'in_service',
    'quality_check',
    'ready',
    'completed',
  ] as const),
];

/** Transitions without a button: proposing and answering extra work causes them. */
const hasNoButton = (from: BookingStatus, to: BookingStatus): boolean =>
  to === 'awaiting_approval' || (from === 'awaiting_approval' && to === 'inspecting');

export interface NextSteps {
  /** The next transition; null at the end and while the customer's answer is pending. */
  onward: BookingStatus | null;
  /** Everything else, e.g. back, no-show, cancelled. */
  others: BookingStatus[];
}

/** The possible transitions of a booking. */
export function nextSteps(
  booking: { status: BookingStatus; mode: ServiceMode },
  transitions: readonly Transition[],
): NextSteps {
  const possible = transitions
    .filter(({ from_status, modes }) => from_status === booking.status && (modes?.includes(booking.mode) ?? true))
    .map(({ to_status }) => to_status)
    .filter((to) => !hasNoButton(booking.status, to));
  const onward = way.find((step, index) => possible.includes(step) && index > way.indexOf(booking.status)) ?? null;
  const others = possible.filter((to) => to !== onward);
  // Cancelling comes last.
  return { onward, others: others.sort((a, b) => Number(a === 'cancelled') - Number(b === 'cancelled')) };
}
