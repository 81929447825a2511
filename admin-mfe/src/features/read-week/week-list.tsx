import { paths } from '@twostroke/shared/contracts/paths';
import { statusBadge } from '@twostroke/shared/domain/booking-status';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Badge } from '@twostroke/shared/ui/badge';
import { PlateNumber } from '@twostroke/shared/ui/plate-number';
import { modeName } from '../../model/booking-row.ts';
import { CarriedJob, dropOf } from '../../parts/carried-job.tsx';
import type { Week } from './read-week.ts';
import type { WeekDesk } from './week-desk.ts';
import type { WeekJob } from './week.ts';
import styles from './week-list.module.css';

/** The bookings of a week one below the other, by day. A booking that is dropped on another day moves there. */
export function WeekList({ week: { days, jobs }, onMore, onDrop }: { week: Week } & WeekDesk) {
  return (
    <div className={styles.days}>
      {days.map(({ date, closed }) => {
        const own = jobs.filter(({ booking_date }) => booking_date === date);
        return (
          <section
            key={date}
            aria-labelledby={`list-${date}`}
            {...dropOf(closed === null && onDrop ? (booking) => onDrop(booking, { date }) : undefined)}
          >
            <h2 id={`list-${date}`} className={styles.head}>
              {formatDay(date)} <span>{countWords(own.length, closed)}</span>
            </h2>
            {own.length > 0 && (
              <ul className={styles.list}>
                {own.map((job) => (
                  <li key={job.id}>
                    <ListedJob job={job} onMore={onMore} />
                  </li>
                ))}
              </ul>
            )}
          </section>
        );
      })}
    </div>
  );
}

function ListedJob({ job, onMore }: { job: WeekJob } & Pick<WeekDesk, 'onMore'>) {
  return (
    <CarriedJob
      job={job}
      to={paths.adminBooking(job.id)}
      onMore={onMore}
      className={onMore && styles.withMore}
      linkClassName={styles.job}
    >
      <span className={styles.time}>{formatWindow(job.booking_time, job.window_end)}</span>
      <span className={styles.end}>
        {job.vehicle_number ? <PlateNumber number={job.vehicle_number} size="small" /> : job.number}
      </span>
      <span className={styles.wide}>
        <b>{job.service ?? 'Service'}</b>, {job.bike_name}
      </span>
      <span className={styles.small}>
        {[job.customer_name, modeName(job.mode), job.areas?.name].filter(Boolean).join(', ')}
      </span>
      <span>{job.mechanic ?? 'Not assigned'}</span>
      <span className={styles.end}>
        <Badge {...statusBadge(job.status)} />
      </span>
      <span className={styles.rupees}>{formatRupees(job.final_price ?? job.estimated_price)}</span>
    </CarriedJob>
  );
}

function countWords(jobs: number, closed: string | null): string {
  if (jobs > 0) return jobs === 1 ? '1 booking' : `${jobs} bookings`;
  return closed === null ? 'nothing booked' : closed || 'closed';
}
