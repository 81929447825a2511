import { workshopPaths } from '@twostroke/shared/contracts/paths';
import { useNavigate } from '@twostroke/shared/router';
import { Chips } from '@twostroke/shared/ui/chip';
import { ChipLink } from '@twostroke/shared/ui/chip-link';
import { useOfficeKeys } from './use-office-keys.ts';

export interface ViewSwitchProps {
  current: 'day' | 'week';
  /** The day that is shown, or the first of the week: YYYY-MM-DD. */
  date: string;
}

/** A day or its week. */
export function ViewSwitch({ current, date }: ViewSwitchProps) {
  const navigate = useNavigate();
  const day = workshopPaths.day(date);
  const week = workshopPaths.week(date);
  useOfficeKeys({
    d: () => void navigate(day),
    w: () => void navigate(week),
    t: () => void navigate(current === 'day' ? workshopPaths.day() : workshopPaths.week()),
  });
  return (
    <Chips label="View">
      <ChipLink to={day} current={current === 'day'}>
        Day
      </ChipLink>
      <ChipLink to={week} current={current === 'week'}>
        Week
      </ChipLink>
    </Chips>
  );
}
