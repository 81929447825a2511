import { paths } from '@twostroke/shared/contracts/paths';
import { formatDuration } from '@twostroke/shared/domain/duration';
import { formatTime } from '@twostroke/shared/domain/calendar';
import type { ReactNode } from 'react';
import { isDone } from '../../model/board-job.ts';
import type { Colleague } from '../../model/colleagues.ts';
import { CarriedJob } from '../../parts/carried-job.tsx';
import type { Week, WeekDay } from './read-week.ts';
import type { WeekDesk } from './week-desk.ts';
import { jobWords, strokesOf, tailOf, type Stroke, type WeekJob } from './week.ts';
import styles from './week.module.css';
import { WeekTable } from './week-table.tsx';

/** Size of the picture of a day, and the axis in it. */
const picture = { width: 152, height: 20, left: 6, right: 146 };

export interface WeekByPersonProps extends WeekDesk {
  week: Week;
  current: string;
  /** The people who can be assigned a job. */
  people: readonly Colleague[];
  /** Their names, and those of others who have a job in the week. */
  names: readonly string[];
  /** Below each name: what can be said about the person's days. */
  actionOf: (person: Colleague) => ReactNode;
}

/**
 * The jobs of each person: a stroke is a job, as long as its minutes, and below the strokes each job is a link. Unassigned
 * jobs are the last row. A job that is dropped on another row or day changes hands or moves.
 */
export function WeekByPerson({ week, current, people, names, actionOf, onMore, onDrop }: WeekByPersonProps) {
  const { jobs, days, hours, away } = week;
  const open = jobs.filter(({ mechanic }) => mechanic === null);
  const cellOf = ({ date }: WeekDay, own: readonly WeekJob[], of?: number) => (
    <DayOfStrokes
      strokes={strokesOf(own.filter(({ booking_date }) => booking_date === date))}
      hours={hours}
      of={of}
      onMore={onMore}
    />
  );
  const dropOn = (mechanic: string | null) =>
    onDrop && ((booking: string, { date }: WeekDay) => onDrop(booking, { date, mechanic }));
  const rowOf = (name: string) => {
    const person = people.find((one) => one.name === name);
    const isAway = ({ date }: WeekDay) => away.some(({ user_id, day }) => user_id === person?.user_id && day === date);
    const own = jobs.filter(({ mechanic }) => mechanic === name);
    return {
      name,
      isAway,
      action: person && actionOf(person),
      onDrop: dropOn(name),
      cell: (day: WeekDay) => {
        if (!isAway(day)) return cellOf(day, own, day.minutes);
        const left = own.filter((job) => job.booking_date === day.date && !isDone(job));
        return (
          <>
            <span>not here</span>
            {left.length > 0 && (
              <>
                <b className={styles.left}>{left.length === 1 ? '1 job is' : `${left.length} jobs are`} still theirs</b>
                {cellOf(day, own)}
              </>
            )}
          </>
        );
      },
    };
  };
  return (
    <WeekTable
      caption="Who has what. A stroke is a job as long as its minutes."
      corner={`${clock(hours.opens)} – ${clock(hours.closes)}`}
      days={days}
      current={current}
      rows={[
        ...names.map(rowOf),
        {
          name: 'Not assigned',
          isOpen: true,
          note: `${open.length} to assign`,
          onDrop: dropOn(null),
          cell: (day: WeekDay) => cellOf(day, open),
        },
      ]}
    />
  );
}

interface DayOfStrokesProps {
  strokes: readonly Stroke[];
  hours: Week['hours'];
  /** Minutes that one person has on the day; undefined in a row of no person. */
  of: number | undefined;
  onMore: WeekDesk['onMore'];
}

function DayOfStrokes({ strokes, hours, of, onMore }: DayOfStrokesProps) {
  const { width, height, left, right } = picture;
  const last = Math.max(hours.closes, ...strokes.map(({ until }) => until));
  const x = (minutes: number): number =>
    Math.round(10 * (left + ((right - left) * (minutes - hours.opens)) / (last - hours.opens))) / 10;
  const total = strokes.reduce((sum, { job }) => sum + job.minutes, 0);
  const ticks = Array.from({ length: Math.floor((last - hours.opens) / 120) + 1 }, (_, n) => hours.opens + 120 * n);
  return (
    <>
      {/* The links below say the same. */}
      <svg className={styles.day} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <path className={styles.axis} d={`M${left} 13H${right}`} />
        <path className={styles.axis} d={ticks.map((tick) => `M${x(tick)} 10V16`).join('')} />
        {strokes.map(({ job, from, until }) => (
          <path key={job.id} className={styles[job.mode]} d={shapeOf(job.mode, x(from), x(until))} />
        ))}
      </svg>
      {strokes.length > 0 && (
        <ul className={styles.jobs}>
          {strokes.map(({ job }) => (
            <li key={job.id}>
              <CarriedJob
                job={job}
                to={paths.adminBooking(job.id)}
                onMore={onMore}
                className={styles.carried}
                linkClassName={styles.job}
              >
                <b>{tailOf(job)}</b> <span className={styles.words}>{jobWords(job)}</span>
              </CarriedJob>
            </li>
          ))}
        </ul>
      )}
      <span className={styles.total}>{totalWords(total, of)}</span>
    </>
  );
}

/** "1 h of 8 h", "free"; of no person's jobs the sum alone. */
function totalWords(total: number, of: number | undefined): string {
  if (of === undefined) return total === 0 ? '' : formatDuration(total);
  return total === 0 ? 'free' : `${formatDuration(total)} of ${formatDuration(of)}`;
}

/** Modes differ by shape: whole at the gate, two strokes for a pickup, a frame for a walk-in. */
function shapeOf(mode: WeekJob['mode'], from: number, until: number): string {
  const h = `H${until}`;
  if (mode === 'pickup') return `M${from} 3${h}V11H${from}ZM${from} 14${h}V16.5H${from}Z`;
  return mode === 'doorstep' ? `M${from} 3${h}V16H${from}Z` : `M${from + 1} 4H${until - 1}V15H${from + 1}Z`;
}

function clock(minutes: number): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return formatTime(`${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`);
}
