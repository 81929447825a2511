import { read } from '@twostroke/shared/data';

/** A step the database allows an admin. */
export interface Transition {
  from_status: string;
  to_status: string;
  /** Only for bookings of these modes; null: for all. */
  modes: string[] | null;
}

/** The table that decides what can follow what. @throws AppError */
export async function readTransitions(): Promise<Transition[]> {
  return read((db) => db.from('booking_transitions').select('from_status,to_status,modes').eq('actor', 'admin'));
}

/** The way of a booking; what is not on it is a way out. */
const way = ['assigned', 'on_the_way', 'picked_up', 'inspecting', 'in_service', 'quality_check', 'ready', 'completed'];

/** Steps that come about by themselves: extra work is proposed and answered. */
const byItself = (from: string, to: string): boolean =>
  to === 'awaiting_approval' || (from === 'awaiting_approval' && to === 'inspecting');

export interface NextSteps {
  /** One step on; null at the end and while the customer is asked. */
  onward: string | null;
  /** Everything else, e.g. back, nobody there, cancelled. */
  others: string[];
}

/** What can follow for a booking. */
export function nextSteps(booking: { status: string; mode: string }, transitions: readonly Transition[]): NextSteps {
  const possible = transitions
    .filter(({ from_status, modes }) => from_status === booking.status && (modes?.includes(booking.mode) ?? true))
    .map(({ to_status }) => to_status)
    .filter((to) => !byItself(booking.status, to));
  const onward = way.find((step, index) => possible.includes(step) && index > way.indexOf(booking.status)) ?? null;
  const others = possible.filter((to) => to !== onward);
  // Cancelling stands last.
  return { onward, others: others.sort((a, b) => Number(a === 'cancelled') - Number(b === 'cancelled')) };
}
