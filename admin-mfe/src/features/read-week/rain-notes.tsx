import { paths } from '@twostroke/shared/contracts/paths';
import { formatDay } from '@twostroke/shared/domain/calendar';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Note } from '@twostroke/shared/ui/note';
import { Fragment } from 'react';
import { waitsAtGate } from '../../model/board-job.ts';
import type { Week } from './read-week.ts';
import { tailOf } from './week.ts';

/** The visits to a gate that are still to come on days in weather mode: their customers have not answered yet. */
export function RainNotes({ week: { days, jobs } }: { week: Week }) {
  return days.map(({ date, rain }) => {
    const visits = jobs.filter((job) => job.booking_date === date && waitsAtGate(job));
    if (rain === null || visits.length === 0) return null;
    return (
      <Note key={date}>
        <p>
          <b>{formatDay(date)}, no work at the gate:</b> pickup or another day is offered, not answered yet, for{' '}
          {visits.map((job, index) => (
            <Fragment key={job.id}>
              {index > 0 && ', '}
              <Anchor to={paths.adminBooking(job.id)}>{tailOf(job)}</Anchor>
            </Fragment>
          ))}
          .
        </p>
      </Note>
    );
  });
}
