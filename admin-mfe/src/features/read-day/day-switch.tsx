import { paths, workshopPaths } from '@twostroke/shared/contracts/paths';
import { addDays, formatDay } from '@twostroke/shared/domain/calendar';
import { useNavigate, useSearchParams } from '@twostroke/shared/router';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Icon } from '@twostroke/shared/ui/icon';
import { arrow, back } from '@twostroke/shared/ui/icons';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { VisuallyHidden } from '@twostroke/shared/ui/visually-hidden';
import { useOfficeKeys } from '../../parts/use-office-keys.ts';
import styles from './day-switch.module.css';

/** One day back or forward, today, or any day. */
export function DaySwitch({ date, today }: { date: string; today: string }) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const before = addDays(date, -1);
  const after = addDays(date, 1);
  const dayPath = (day: string): string => {
    const next = new URLSearchParams({ date: day });
    const lanes = params.get('lanes');
    if (lanes) next.set('lanes', lanes);
    return `${paths.admin()}?${next}`;
  };
  useOfficeKeys({ '[': () => void navigate(dayPath(before)), ']': () => void navigate(dayPath(after)) });
  return (
    <nav className={styles.days} aria-label="Day">
      <ButtonLink to={dayPath(before)} variant="line" small aria-label={`Day before, ${formatDay(before)}`}>
        <Icon path={back} small />
      </ButtonLink>
      <ButtonLink to={workshopPaths.day()} variant="line" small aria-current={date === today ? 'date' : undefined}>
        Today
      </ButtonLink>
      <ButtonLink to={dayPath(after)} variant="line" small aria-label={`Day after, ${formatDay(after)}`}>
        <Icon path={arrow} small />
      </ButtonLink>
      <label htmlFor="day" className={styles.date}>
        <VisuallyHidden>Show the day</VisuallyHidden>
        <TextInput
          id="day"
          key={date}
          type="date"
          defaultValue={date}
          onChange={({ target }) => {
            if (target.validity.valid && target.value) void navigate(dayPath(target.value));
          }}
        />
      </label>
    </nav>
  );
}
