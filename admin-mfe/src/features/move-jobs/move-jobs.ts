import { rescheduleBooking, type ChangeCause } from '@twostroke/shared/api/bookings';
import { callRpc } from '@twostroke/shared/client';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { notify } from '@twostroke/shared/state';
import { bikeOf, type PlannedJob } from '../../model/board-job.ts';
import { notifyUndoable } from '../../model/notify-undoable.ts';

/** A window of the board. Times are HH:MM. */
export interface Slot {
  /** YYYY-MM-DD */
  date: string;
  start: string;
  end: string;
  /** A visit to the gate that the weather stops becomes a pickup. */
  toPickup?: boolean;
}

const slotOf = ({ booking_date, booking_time, window_end }: PlannedJob): Slot => ({
  date: booking_date,
  start: booking_time,
  end: window_end,
});

async function give(booking: string, mechanic: string, former: string | null): Promise<void> {
  await callRpc('assign_job', { booking, mechanic, ...(former !== null && { expected_mechanic: former }) });
}

/**
 * Gives a job to a mechanic, and back to the former one by the toast.
 * @throws AppError `conflict` with hint assigned_meanwhile
 */
export async function assignJob(job: PlannedJob, mechanic: string, onChanged: () => Promise<void>): Promise<void> {
  const { id, mechanic: former } = job;
  await give(id, mechanic, former);
  await onChanged();
  const sentence = `${bikeOf(job)} is assigned to ${mechanic}`;
  if (former === null) return void notify(sentence);
  const undo = async (): Promise<string> => {
    await give(id, former, mechanic);
    return `${bikeOf(job)} is ${former}’s again`;
  };
  notifyUndoable(sentence, undo, onChanged);
}

/**
 * Moves a job to another window. What the shop or the weather causes can be undone: it costs nothing and is not counted.
 * Not while the mechanic is on the way: that turns round, and the customer gets a credit.
 * @param fee in rupees, as the customer agreed to it
 * @throws AppError
 */
export async function moveJob(
  job: PlannedJob,
  slot: Slot,
  { cause, fee }: { cause: ChangeCause; fee: number },
  onChanged: () => Promise<void>,
): Promise<void> {
  const key = { booking: job.id };
  const { date, start, toPickup } = slot;
  await rescheduleBooking(key, { date, start, ...(toPickup && { mode: 'pickup' as const }) }, { fee }, { cause });
  await onChanged();
  const sentence = `${bikeOf(job)} is moved to ${slotWords(slot)}`;
  if (cause === 'customer' || toPickup || job.status === 'on_the_way') return void notify(sentence);
  const before = slotOf(job);
  const undo = async (): Promise<string> => {
    await rescheduleBooking(key, { date: before.date, start: before.start }, { fee: 0 }, { cause });
    return `${bikeOf(job)} is back at ${slotWords(before)}`;
  };
  notifyUndoable(sentence, undo, onChanged);
}

/** "Sat 21 Nov, 9–11 am". */
export function slotWords({ date, start, end }: Slot): string {
  return `${formatDay(date)}, ${formatWindow(start, end)}`;
}
