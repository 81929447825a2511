import type { BookingStatus } from './database-enum.ts';

/** How far a booking is: `work` while the workshop has it, `warn` when it waits for its customer. */
export type StatusTone = 'plain' | 'work' | 'warn' | 'ok' | 'stop';

type Shown = readonly [word: string, tone: StatusTone];

const known: Readonly<Record<string, Shown>> = {
  pending_payment: ['Waiting for payment', 'warn'],
  confirmed: ['Confirmed', 'plain'],
  assigned: ['Mechanic assigned', 'work'],
  on_the_way: ['On the way', 'work'],
  picked_up: ['Picked up', 'work'],
  inspecting: ['Inspecting', 'work'],
  awaiting_approval: ['Waiting for approval', 'warn'],
  in_service: ['In service', 'work'],
  quality_check: ['Quality check', 'work'],
  ready: ['Ready', 'ok'],
  completed: ['Completed', 'ok'],
  cancelled: ['Cancelled', 'stop'],
  no_show: ['No-show', 'stop'],
  expired: ['Expired', 'stop'],
} satisfies Record<BookingStatus, Shown>;

/** The word people read for a booking's status; an unknown status is shown without its underscores. */
export function statusWord(status: BookingStatus): string {
  return known[status]?.[0] ?? status.replaceAll('_', ' ');
}

/** A booking's status as a badge: `<Badge {...statusBadge(status)} />`. */
export function statusBadge(status: BookingStatus): { tone: StatusTone; children: string } {
  return { tone: known[status]?.[1] ?? 'plain', children: statusWord(status) };
}
