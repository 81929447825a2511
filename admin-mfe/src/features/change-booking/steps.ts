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

/** Which statuses belong to the regular order of a booking, in that order; the others are exits. */
const isRegular: Readonly<Record<BookingStatus, boolean>> = {
  pending_payment: false,
  confirmed: false,
  assigned: true,
  on_the_way: true,
  picked_up: true,
  inspecting: true,
  awaiting_approval: false,
  in_service: true,
  quality_check: true,
  ready: true,
  completed: true,
  cancelled: false,
  no_show: false,
  expired: false,
};
const regularOrder = (Object.keys(isRegular) as BookingStatus[]).filter((status) => isRegular[status]);

/** Transitions without a button: proposing and answering extra work causes them, or the Undo of the inspection. */
const hasNoButton = (from: BookingStatus, to: BookingStatus): boolean =>
  to === 'awaiting_approval' ||
  (from === 'awaiting_approval' && to !== 'cancelled') ||
  (from === 'inspecting' && isRegular[to] && regularOrder.indexOf(to) < regularOrder.indexOf(from));

/** Whether a step sends the bike back into the work, for which the database wants a reason. */
export const goesBack = (from: BookingStatus, to: BookingStatus): boolean =>
  (to === 'inspecting' || to === 'in_service') && regularOrder.indexOf(to) < regularOrder.indexOf(from);

/** Whether a booking that has made this step can go straight back. */
export function canUndo(
  { status, mode }: { status: BookingStatus; mode: ServiceMode },
  to: BookingStatus,
  transitions: readonly Transition[],
): boolean {
  return transitions.some(
    ({ from_status, to_status, modes }) =>
      from_status === to && to_status === status && (modes === null || modes.includes(mode)),
  );
}

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
  const reached = regularOrder.indexOf(booking.status);
  const onward = regularOrder.find((step, index) => possible.includes(step) && index > reached) ?? null;
  const others = possible.filter((to) => to !== onward);
  // Cancelling comes last.
  return { onward, others: others.sort((a, b) => Number(a === 'cancelled') - Number(b === 'cancelled')) };
}
