import { importOnline } from '@twostroke/shared/client';
import { useNavigate } from '@twostroke/shared/router';
import { notify } from '@twostroke/shared/state';
import { useCallback, useState, type ReactNode } from 'react';
import type { Lane, Window } from '../../features/read-day/board.ts';
import { explain, messages } from '../../messages.ts';
import { bikeOf, type BoardJob } from '../../model/board-job.ts';
import { useMay } from '../../model/duty.ts';
import { focusedJob } from '../../parts/focus-card.ts';
import { useDownloaded } from '../../parts/use-downloaded.ts';
import { useOfficeKeys } from '../../parts/use-office-keys.ts';
import type { JobAction } from './job-actions.tsx';

export interface UseJobActions {
  /** Every job that has a card. */
  jobs: readonly BoardJob[];
  /** The day of the board. */
  date: string;
  mechanics: readonly string[];
  onChanged: () => Promise<void>;
}

const load = () => import('./job-actions.tsx');

/** What cards can do besides being opened: by their menu, by a key while one has the focus, by dropping one. */
export function useJobActions({ jobs, date, mechanics, onChanged }: UseJobActions) {
  const may = useMay();
  const navigate = useNavigate();
  const [action, setAction] = useState<JobAction | null>(null);
  const part = useDownloaded(action !== null, load);
  const canMove = may('change_bookings');
  const canAssign = may('assign_jobs');
  const openMenu = useCallback((job: BoardJob) => setAction({ kind: 'menu', job }), []);
  const onFocused = (act: (job: BoardJob) => void) => () => {
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

  function drop(booking: string, lane: Lane, { starts, ends }: Window): void {
    const job = jobs.find(({ id }) => id === booking);
    if (!job) return;
    const { mechanic, mode } = lane;
    if (mechanic && mechanic !== job.mechanic) {
      importOnline(load).then(
        ({ giveJob }) => giveJob(job, mechanic, onChanged),
        (thrown: unknown) => void notify(`${bikeOf(job)} is not assigned`, { description: explain(thrown) }),
      );
    }
    const toPickup = job.mode === 'doorstep' && mode === 'pickup';
    if (mode !== null && mode !== job.mode && !toPickup) {
      void notify(`${bikeOf(job)} stays where it is`, { description: messages.pickup_needs_rain });
      return;
    }
    const slot = { date, start: starts.slice(0, 5), end: ends.slice(0, 5) };
    if (!toPickup && slot.date === job.booking_date && slot.start === job.booking_time.slice(0, 5)) return;
    setAction({ kind: 'drop', job, slot: { ...slot, ...(toPickup && { toPickup }) } });
  }

  const dialog: ReactNode = action && part && (
    <part.JobActions action={action} mechanics={mechanics} onAction={setAction} onChanged={onChanged} />
  );
  return {
    dialog,
    ...((canMove || canAssign) && { onMore: openMenu }),
    ...(canMove && { onDrop: drop }),
  };
}
