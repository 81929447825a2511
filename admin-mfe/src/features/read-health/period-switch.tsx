import { paths } from '@twostroke/shared/contracts/paths';
import { Chips } from '@twostroke/shared/ui/chip';
import { ChipLink } from '@twostroke/shared/ui/chip-link';
import { periods, type Period } from './periods.ts';

/** Chooses an hour, a day or a week. */
export function PeriodSwitch({ period }: { period: Period }) {
  return (
    <Chips label="Look back">
      {periods.map(({ hours, label }) => (
        <ChipLink key={hours} to={paths.adminHealth(hours)} current={hours === period.hours}>
          {label}
        </ChipLink>
      ))}
    </Chips>
  );
}
