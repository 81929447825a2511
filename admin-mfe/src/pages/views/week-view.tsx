import { workshopPaths } from '@twostroke/shared/contracts/paths';
import { addDays, formatDay, formatTime } from '@twostroke/shared/domain/calendar';
import { useNavigate, useRevalidator } from '@twostroke/shared/router';
import { Button } from '@twostroke/shared/ui/button';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Chips } from '@twostroke/shared/ui/chip';
import { ChipLink } from '@twostroke/shared/ui/chip-link';
import { Head } from '@twostroke/shared/ui/head';
import { Icon } from '@twostroke/shared/ui/icon';
import { arrow, back } from '@twostroke/shared/ui/icons';
import { LiveMark } from '@twostroke/shared/ui/live-mark';
import { Note } from '@twostroke/shared/ui/note';
import { Row } from '@twostroke/shared/ui/row';
import { VisuallyHidden } from '@twostroke/shared/ui/visually-hidden';
import { useState } from 'react';
import { DaysOffDialog } from '../../features/mark-days-off/days-off-dialog.tsx';
import { useLiveDay } from '../../features/follow-day/use-live-day.ts';
import { RainNotes } from '../../features/read-week/rain-notes.tsx';
import { WeekByPerson } from '../../features/read-week/week-by-person.tsx';
import { WeekByWindow } from '../../features/read-week/week-by-window.tsx';
import { WeekList } from '../../features/read-week/week-list.tsx';
import { WeekLegend } from '../../features/read-week/week-legend.tsx';
import type { Colleague } from '../../model/colleagues.ts';
import { useMay } from '../../model/duty.ts';
import { BetweenJobs } from '../../parts/between-jobs.tsx';
import { useOfficeKeys } from '../../parts/use-office-keys.ts';
import { ViewFrame } from '../../parts/view-frame.tsx';
import { ViewSwitch } from '../../parts/view-switch.tsx';
import type { WeekData } from './load-week.ts';
import { useJobActions } from './use-job-actions.tsx';
import styles from './week-view.module.css';

/** With its data, so that both are one download. */
export { loadWeek } from './load-week.ts';

/** /admin?view=week: the jobs of each person from Monday to Sunday, how full the windows are, or all bookings as a list. */
export function WeekView({ week, date, rows, people, readAt }: WeekData) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const live = useLiveDay(revalidate);
  const at = (day: string, asked = rows): string =>
    asked === 'list'
      ? workshopPaths.list(day)
      : `${workshopPaths.week(day)}${asked === 'window' ? '&rows=window' : ''}`;
  const [before, after] = [addDays(date, -7), addDays(date, 7)];
  useOfficeKeys({ '[': () => void navigate(at(before)), ']': () => void navigate(at(after)) });
  const may = useMay();
  const named = week.jobs.flatMap(({ mechanic }) => mechanic ?? []);
  const names = [...new Set([...people.map(({ name }) => name), ...named])].sort();
  const { onMore, onDrop, dialog } = useJobActions({ jobs: week.jobs, mechanics: names, onChanged: revalidate });
  const [asked, setAsked] = useState<Colleague | null>(null);
  const title = `${formatDay(week.monday)} – ${formatDay(addDays(week.monday, 6))}`;
  return (
    <ViewFrame
      bar={
        <>
          <h1>{title}</h1>
          <LiveMark live={live}>
            {live ? 'Live' : 'Not live'}, {formatTime(readAt)}
          </LiveMark>
          <ViewSwitch current={rows === 'list' ? 'list' : 'week'} date={date} />
        </>
      }
    >
      <Head title={`Week, ${title}`} noIndex />
      <Row>
        <ButtonLink to={at(before)} variant="line" small aria-label={`Week of ${formatDay(addDays(week.monday, -7))}`}>
          <Icon path={back} small />
        </ButtonLink>
        <ButtonLink to={at(after)} variant="line" small aria-label={`Week of ${formatDay(addDays(week.monday, 7))}`}>
          <Icon path={arrow} small />
        </ButtonLink>
        {rows !== 'list' && (
          <Chips label="Rows of the week">
            <ChipLink to={at(date, 'person')} current={rows === 'person'}>
              By person
            </ChipLink>
            <ChipLink to={at(date, 'window')} current={rows === 'window'}>
              By window
            </ChipLink>
          </Chips>
        )}
        {rows === 'person' && <WeekLegend />}
      </Row>
      {rows !== 'list' && (
        <div className={styles.days}>
          <Chips label="Day">
            {week.days.map((day) => (
              <ChipLink key={day.date} to={at(day.date)} current={day.date === date}>
                {formatDay(day.date)}
              </ChipLink>
            ))}
          </Chips>
        </div>
      )}
      {week.isCut && (
        <Note tone="warn">
          <p>There are more bookings in this week than are drawn here.</p>
        </Note>
      )}
      <BetweenJobs>
        {rows === 'person' && (
          <WeekByPerson
            week={week}
            current={date}
            people={people}
            names={names}
            onMore={onMore}
            onDrop={onDrop}
            actionOf={(person) =>
              may('change_bookings') && (
                <Button variant="quiet" small onClick={() => setAsked(person)}>
                  Not here…<VisuallyHidden>: {person.name}</VisuallyHidden>
                </Button>
              )
            }
          />
        )}
        {rows === 'window' && <WeekByWindow week={week} current={date} />}
        {rows === 'list' && <WeekList week={week} onMore={onMore} onDrop={onDrop} />}
      </BetweenJobs>
      <RainNotes week={week} />
      {dialog}
      {asked && (
        <DaysOffDialog
          key={asked.user_id}
          person={asked}
          days={week.days.map((day) => day.date)}
          away={week.away.filter(({ user_id }) => user_id === asked.user_id).map(({ day }) => day)}
          onClose={() => setAsked(null)}
          onSaved={revalidate}
        />
      )}
    </ViewFrame>
  );
}
