import { notify } from '@twostroke/shared/state';
import { useEffect, useState } from 'react';
import { MoveBooking } from '../../features/change-booking/move-booking.tsx';
import { readBooking, type AdminBooking } from '../../features/change-booking/read-booking.ts';
import { DropDialog } from '../../features/move-jobs/drop-dialog.tsx';
import { JobMenu } from '../../features/move-jobs/job-menu.tsx';
import { assignJob, type Slot } from '../../features/move-jobs/move-jobs.ts';
import { explain } from '../../messages.ts';
import { bikeOf, type PlannedJob } from '../../model/board-job.ts';

/** What a person does with a card of the board. */
export type JobAction =
  | { kind: 'menu'; job: PlannedJob }
  | { kind: 'move'; job: PlannedJob; to?: DayPlace }
  | { kind: 'drop'; job: PlannedJob; slot: Slot };

/** A day without a window, and who gets the job there. */
export interface DayPlace {
  /** YYYY-MM-DD */
  date: string;
  /** Null: who has it keeps it. */
  mechanic: string | null;
}

export interface JobActionsProps {
  action: JobAction;
  mechanics: readonly string[];
  onAction: (action: JobAction | null) => void;
  onChanged: () => Promise<void>;
}

/** The dialog of what is done with a card. Downloaded with the first of them. */
export function JobActions({ action, mechanics, onAction, onChanged }: JobActionsProps) {
  const { kind, job } = action;
  const close = (): void => onAction(null);
  if (kind === 'move') return <MoveJob key={job.id} job={job} to={action.to} onClose={close} onChanged={onChanged} />;
  if (kind === 'drop')
    return <DropDialog key={job.id} job={job} slot={action.slot} onClose={close} onChanged={onChanged} />;
  const menu = { job, mechanics, onChanged, onClose: close };
  return <JobMenu key={job.id} {...menu} onMove={() => onAction({ kind: 'move', job })} />;
}

interface MoveJobProps {
  job: PlannedJob;
  to: DayPlace | undefined;
  onClose: () => void;
  onChanged: () => Promise<void>;
}

/** The dialog of the sheet, without the sheet. */
function MoveJob({ job, to, onClose, onChanged }: MoveJobProps) {
  const [booking, setBooking] = useState<AdminBooking | null>(null);
  useEffect(() => {
    let left = false;
    readBooking(job.id).then(
      (read) => {
        if (!left) setBooking(read);
      },
      (thrown: unknown) => void notify('It can not be moved now', { description: explain(thrown) }),
    );
    return () => {
      left = true;
    };
  }, [job.id]);
  if (!booking) return null;
  const moved = async (sentence: string): Promise<void> => {
    await onChanged();
    void notify(sentence);
    onClose();
    if (to?.mechanic) await giveJob(job, to.mechanic, onChanged);
  };
  return <MoveBooking booking={booking} {...(to && { to: to.date })} onClose={onClose} onMoved={moved} />;
}

/** Gives a job to the mechanic on whose lane or row it was dropped. A refusal is said in a toast: the card stays. */
export async function giveJob(job: PlannedJob, mechanic: string, onChanged: () => Promise<void>): Promise<void> {
  try {
    await assignJob(job, mechanic, onChanged);
  } catch (thrown) {
    void notify(`${bikeOf(job)} is not assigned to ${mechanic}`, { description: explain(thrown) });
    await onChanged();
  }
}
