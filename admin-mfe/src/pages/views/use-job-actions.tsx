import { importOnline } from '@twostroke/shared/client';
import { atShop } from '@twostroke/shared/domain/calendar';
import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import { useNavigate } from '@twostroke/shared/router';
import { notify } from '@twostroke/shared/state';
import { useCallback, useState, type ReactNode } from 'react';
import type { Window } from '../../features/read-day/board.ts';
import { explain, messages } from '../../messages.ts';
import { bikeOf, type PlannedJob } from '../../model/board-job.ts';
import { useMay } from '../../model/duty.ts';
import { focusedJob } from '../../parts/focus-card.ts';
import { useDownloaded } from '../../parts/use-downloaded.ts';
import { useOfficeKeys } from '../../parts/use-office-keys.ts';
import type { JobAction } from './job-actions.tsx';

export interface UseJobActions {
  /** Every job that has a card. */
  jobs: readonly PlannedJob[];
  mechanics: readonly string[];
  onChanged: () => Promise<void>;
}

/** Where a job is dropped, as far as the place says it. */
export interface DropPlace {
  /** YYYY-MM-DD */
  date: string;
  /** Missing where the place is a whole day. */
  window?: Window;
  /** Null or missing: of every mode. */
  mode?: ServiceMode | null;
  /** Null: nobody's; missing where the place says nothing of people. */
  mechanic?: string | null | undefined;
}

const load = () => import('./job-actions.tsx');

/** What cards can do besides being opened: by their menu, by a key while one has the focus, by dropping one. */
export function useJobActions({ jobs, mechanics, onChanged }: UseJobActions) {
  const may = useMay();
  const navigate = useNavigate();
  const [action, setAction] = useState<JobAction | null>(null);
  const part = useDownloaded(action !== null, load);
  const canMove = may('change_bookings');
  const canAssign = may('assign_jobs');
  const openMenu = useCallback((job: PlannedJob) => setAction({ kind: 'menu', job }), []);
  const onFocused = (act: (job: PlannedJob) => void) => () => {
    const job = jobs.find(({ id }) => id === focusedJob());
    if (job) act(job);
  };
  useOfficeKeys({
    ...(canAssign && { a: onFocused(openMenu) }),
    ...(canMove && { m: onFocused((job) => setAction({ kind: 'move', job })) }),
    c: onFocused(({ phone }) => {
      if (phone) void navigate(`tel:${phone}`);
    }),
  });

  function drop(booking: string, { date, window, mode, mechanic }: DropPlace): void {
    const job = jobs.find(({ id }) => id === booking);
    if (!job) return;
    const stays = (why: string) => void notify(`${bikeOf(job)} stays where it is`, { description: why });
    const given = mechanic && mechanic !== job.mechanic ? mechanic : null;
    const toPickup = job.mode === 'doorstep' && mode === 'pickup';
    if (mode && mode !== job.mode && !toPickup) return stays(messages.pickup_needs_rain);
    const start = window?.starts.slice(0, 5) ?? job.booking_time.slice(0, 5);
    const isMove = toPickup || date !== job.booking_date || start !== job.booking_time.slice(0, 5);
    if (given && !canAssign) return stays(messages.forbidden);
    if (isMove && !canMove) return stays(messages.forbidden);
    if (mechanic === null && job.mechanic && !isMove) return stays('Somebody has this job. Drop it on another person.');
    if (isMove && !window) {
      if (date < atShop(new Date()).date) return stays(messages.time_day_past);
      // A day is no time: the window is asked, and the job changes hands once it is moved.
      return setAction({ kind: 'move', job, to: { date, mechanic: given } });
    }
    if (given) {
      importOnline(load).then(
        ({ giveJob }) => giveJob(job, given, onChanged),
        (thrown: unknown) => void notify(`${bikeOf(job)} is not assigned`, { description: explain(thrown) }),
      );
    }
    if (!isMove || !window) return;
    const slot = { date, start, end: window.ends.slice(0, 5) };
    setAction({ kind: 'drop', job, slot: { ...slot, ...(toPickup && { toPickup }) } });
  }

  const dialog: ReactNode = action && part && (
    <part.JobActions action={action} mechanics={mechanics} onAction={setAction} onChanged={onChanged} />
  );
  return {
    dialog,
    ...((canMove || canAssign) && { onMore: openMenu, onDrop: drop }),
  };
}
