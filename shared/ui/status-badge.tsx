import { Badge, type BadgeTone } from './badge.tsx';

const known: Readonly<Record<string, readonly [word: string, tone: BadgeTone]>> = {
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
  completed: ['Done', 'ok'],
  cancelled: ['Cancelled', 'stop'],
  no_show: ['Not met', 'stop'],
  expired: ['Expired', 'stop'],
};

/** The word people read for a booking's status; an unknown status is shown without its underscores. */
export function statusWord(status: string): string {
  return known[status]?.[0] ?? status.replaceAll('_', ' ');
}

/** Badge of a booking's status. */
export function StatusBadge({ status }: { status: string }) {
  return <Badge tone={known[status]?.[1] ?? 'plain'}>{statusWord(status)}</Badge>;
}
