import { workshopPaths } from '@twostroke/shared/contracts/paths';
import { useNavigate } from '@twostroke/shared/router';
import { Chips } from '@twostroke/shared/ui/chip';
import { ChipLink } from '@twostroke/shared/ui/chip-link';
import { useOfficeKeys } from './use-office-keys.ts';

export interface ViewSwitchProps {
  current: 'day' | 'week' | 'list';
  /** The day that is shown, or the first of the week: YYYY-MM-DD. */
  date: string;
}

/** A day, its week, or its week as a list. */
export function ViewSwitch({ current, date }: ViewSwitchProps) {
  const navigate = useNavigate();
  const day = workshopPaths.day(date);
  const week = workshopPaths.week(date);
  const list = workshopPaths.list(date);
  useOfficeKeys({
    d: () => void navigate(day),
    w: () => void navigate(week),
    l: () => void navigate(list),
    t: () => void navigate(workshopPaths[current]()),
  });
  return (
    <Chips label="View">
      <ChipLink to={day} current={current === 'day'}>
        Day
      </ChipLink>
      <ChipLink to={week} current={current === 'week'}>
        Week
      </ChipLink>
      <ChipLink to={list} current={current === 'list'}>
        List
      </ChipLink>
    </Chips>
  );
}
