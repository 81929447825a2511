import { sessionAtom, store } from '@twostroke/shared/state';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { explain } from '../../messages.ts';
import { keepJob } from './kept-jobs.ts';
import type { Entry } from '../../model/job-entry.ts';
import { sendMark, type WorkshopJob } from './job.ts';
import { createMarkQueue, isWaiting, type MarkQueue, type QueueState } from './mark-queue.ts';
import { notifyUndoable, notToldYet, undoMs, undoNote } from '../../model/notify-undoable.ts';
import { refuse } from './refuse.ts';
import { useFlush } from './use-flush.ts';
import { withMarks } from './with-marks.ts';

const queues = new Map<string, MarkQueue>();
const listeners = new Set<(job: WorkshopJob) => void>();

/** Shows a job as the database has it now, and keeps it for the bay without a network. */
export function takeJob(job: WorkshopJob): void {
  taken += 1;
  keepJob(job);
  for (const listener of listeners) listener(job);
}

let taken = 0;

/** How many times a job was taken: a reading that another one overtook is old. */
export const jobsTaken = (): number => taken;

/** The queue of the account that is signed in. It lives as long as the tab, so no change of page loses a mark. */
function ownQueue(): MarkQueue {
  const session = store.get(sessionAtom);
  const account = session.status === 'signed-in' ? session.user.id : 'signed-out';
  const known = queues.get(account);
  if (known) return known;
  const queue = createMarkQueue({
    key: `twostroke.floor-marks.${account}`,
    send: sendMark,
    explain(error) {
      refuse();
      return explain(error);
    },
    onJob: takeJob,
  });
  queues.set(account, queue);
  return queue;
}

/** Forgets the queues of this tab with all that waits in them: nothing of it is sent later. For tests. */
export function forgetQueues(): void {
  for (const queue of queues.values()) for (const { mark } of queue.state().marks) queue.drop(mark.id);
  queues.clear();
}

/** What waits on this phone. Sends it at once, when the network is back, and from time to time. */
export function useMarkQueue(): QueueState & { queue: MarkQueue } {
  const [queue] = useState(ownQueue);
  const state = useSyncExternalStore(queue.subscribe, queue.state);
  useFlush(queue);
  useEffect(() => {
    // A page that is hidden may be closed without another word.
    const leave = (): void => {
      if (document.visibilityState === 'hidden') queue.sendResting();
    };
    document.addEventListener('visibilitychange', leave);
    return () => document.removeEventListener('visibilitychange', leave);
  }, [queue]);
  return { ...state, queue };
}

export interface LiveJob {
  /** With the marks that are still on this phone. */
  job: WorkshopJob;
  /**
   * Enters something: shown at once, sent when there is a network.
   * @param subject of a choice that may still change: only the last one is sent
   */
  enter: (label: string, entry: Entry, subject?: string) => void;
  /**
   * Enters a step that can be taken back for some seconds: shown at once.
   * @param tellsCustomer it sends the customer a message: it waits on this phone until its Undo has gone
   */
  enterUndoable: (label: string, entry: Entry, tellsCustomer?: boolean) => void;
  /** A step of it is still on this phone: the database may reject it, such as a wrong handover code. */
  isUnconfirmed?: boolean;
}

/** A job as it was read, then as each answer of the database has it. */
export function useLiveJob(read: WorkshopJob): LiveJob {
  const { marks, queue } = useMarkQueue();
  const [latest, setLatest] = useState({ read, job: read });
  if (latest.read !== read) setLatest({ read, job: read });
  useEffect(() => {
    const take = (job: WorkshopJob): void => {
      if (job.id === read.id) setLatest((before) => ({ ...before, job }));
    };
    listeners.add(take);
    return () => void listeners.delete(take);
  }, [read.id]);
  const { job } = latest;
  return useMemo(() => {
    const waiting = marks.filter((each) => each.booking === job.id && isWaiting(each)).map(({ mark }) => mark);
    const shown = withMarks(job, waiting);
    return {
      job: shown,
      isUnconfirmed: waiting.some(({ kind }) => kind === 'step'),
      enter: (label, entry, subject) => void queue.add(job.id, label, entry, subject),
      enterUndoable(label, entry, tellsCustomer = false) {
        const id = queue.add(job.id, label, entry, tellsCustomer ? 'undoable' : undefined, undoMs);
        const undo = (): string => {
          if (!queue.takeBack(id)) {
            // The customer has read it by now.
            if (entry.kind === 'step' && entry.to_status === 'ready') return `It is sent already: ${label}`;
            queue.add(job.id, `Undo: ${label}`, { kind: 'step', to_status: shown.status, note: undoNote, undo: true });
          }
          return `Taken back: ${label}`;
        };
        notifyUndoable(label, () => Promise.resolve(undo()), undefined, tellsCustomer ? notToldYet : undefined);
      },
    };
  }, [job, marks, queue]);
}
