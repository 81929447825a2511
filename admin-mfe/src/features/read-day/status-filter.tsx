import { ChipLink, Chips } from '@twostroke/shared/ui/chip';
import { dayPath } from './day-switch.tsx';

const filters = [
  ['', 'All'],
  ['confirmed', 'Not assigned'],
  ['assigned', 'Assigned'],
  ['completed', 'Done'],
  ['cancelled', 'Cancelled'],
] as const;

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
