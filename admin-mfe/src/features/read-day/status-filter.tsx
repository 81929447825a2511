import { statusWord } from '@twostroke/shared/domain/booking-status';
import type { BookingStatus } from '@twostroke/shared/domain/database-enum';
import { Chips } from '@twostroke/shared/ui/chip';
import { ChipLink } from '@twostroke/shared/ui/chip-link';
import { dayPath } from './day-switch.tsx';

const filters = [
  ['', 'All'],
  ['confirmed', 'Not assigned'],
  ['working', 'In work'],
  ['awaiting_approval', statusWord('awaiting_approval')],
  ['completed', statusWord('completed')],
  ['cancelled', statusWord('cancelled')],
] as const;

const working: Readonly<Record<BookingStatus, boolean>> = {
  pending_payment: false,
  confirmed: false,
  assigned: true,
  on_the_way: true,
  picked_up: true,
  inspecting: true,
  awaiting_approval: true,
  in_service: true,
  quality_check: true,
  ready: true,
  completed: false,
  cancelled: false,
  no_show: false,
  expired: false,
};

/**
 * Whether a booking with that status is shown. @param filter a status, `working` for all between, empty for every one
 */
export function isShown(status: BookingStatus, filter: string): boolean {
  if (filter === 'working') return working[status];
  return filter === '' || status === filter;
}

export interface StatusFilterProps {
  date: string;
  /** The only status that is shown; empty for all. */
  status: string;
}

/** Shows the bookings of one status on the board. */
export function StatusFilter({ date, status }: StatusFilterProps) {
  return (
    <Chips label="Show">
      {filters.map(([value, label]) => (
        <ChipLink
          key={label}
          to={`${dayPath(date)}${value && `&status=${value}`}`}
          current={filters.some(([known]) => known === status) ? value === status : value === ''}
        >
          {label}
        </ChipLink>
      ))}
    </Chips>
  );
}
