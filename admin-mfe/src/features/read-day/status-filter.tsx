import { ChipLink, Chips } from '@twostroke/shared/ui/chip';
import { dayPath } from './day-switch.tsx';

const filters = [
  ['', 'All'],
  ['confirmed', 'Not assigned'],
  ['working', 'In work'],
  ['awaiting_approval', 'Waiting for approval'],
  ['completed', 'Done'],
  ['cancelled', 'Cancelled'],
] as const;

const atRest: readonly string[] = ['pending_payment', 'confirmed', 'completed', 'cancelled', 'no_show', 'expired'];

/** Whether a booking of that status is shown. @param filter a status, `working` for all between, empty for every one */
export function isShown(status: string, filter: string): boolean {
  if (filter === 'working') return !atRest.includes(status);
  return filter === '' || status === filter;
}

export interface StatusFilterProps {
  date: string;
  /** The status that is shown alone; empty for all. */
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
