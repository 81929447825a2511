import { toAppError, type AppError } from '@twostroke/shared/client';
import { readStored, writeStored } from '@twostroke/shared/state';
import type { Entry } from '../../model/job-entry.ts';
import type { WorkshopJob, JobMark, MarkAnswer } from './job.ts';
import { saidOf } from './said-of.ts';
import { withMarks } from './with-marks.ts';

/** A mark on this phone that the database does not have yet. */
export interface WaitingMark {
  booking: string;
  /** What people read about it: "MH 12 ZZ 0042: Rear shoes, Now". */
  label: string;
  mark: JobMark;
  /** Why the database rejected it. It is not sent again by itself. */
  problem?: string;
  /** Somebody else has entered something else later. It is not sent again by itself. */
  conflict?: Conflict;
}

/** Two people entered the same thing: in words, what this phone says, and what counts now. */
export interface Conflict {
  mine: string;
  theirs: string;
  by: string;
  at: string;
}

export interface QueueState {
  marks: readonly WaitingMark[];
  /** The last attempt met no network. */
  offline: boolean;
}

export interface MarkQueue {
  state: () => QueueState;
  subscribe: (listener: () => void) => () => void;
  /**
   * @param subject what is still being chosen: sent when the choice has rested, in its last state only
   * @param restingMs how long it rests
   * @returns the id of the mark
   */
  add: (booking: string, label: string, entry: Entry, subject?: string, restingMs?: number) => string;
  /** Removes a mark that still rests or was rejected. @returns false when it is sent already, or is on its way */
  takeBack: (id: string) => boolean;
  /** Sends a mark that rests at once: the page may be closing. */
  sendResting: () => void;
  /** Sends what waits, in order, until a mark meets no network. */
  flush: () => Promise<void>;
  drop: (id: string) => void;
  /** Sends a rejected mark again, as it was made: what was in its way may be gone. */
  again: (id: string) => void;
  /** Sends anew what somebody else has overruled: it counts over what was shown beside it. */
  keep: (id: string) => void;
}

export interface QueueParts {
  /** Key in local storage. It names the account, because marks are sent as the person who made them. */
  key: string;
  send: (booking: string, mark: JobMark) => Promise<MarkAnswer>;
  /** Called with the job after each mark that arrived. */
  onJob: (job: WorkshopJob) => void;
  explain: (error: AppError) => string;
  now?: () => Date;
  newId?: () => string;
}

/** How long a choice rests before it is sent, in milliseconds: arrow keys pass other choices on their way. */
export const restMs = 500;

/** Whether it is sent by itself. */
export const isWaiting = ({ problem, conflict }: WaitingMark): boolean =>
  problem === undefined && conflict === undefined;

const waits = new Set(['offline', 'timeout', 'unavailable', 'rate_limited', 'signed_out']);

/**
 * Marks of the floor: kept in local storage before they are sent, sent in the order in which they were made, each
 * until the database has answered it. A choice that is still changing waits until it rests. A mark has its own id, so one whose answer got lost is sent again safely.
 */
export function createMarkQueue({ key, send, onJob, explain, now = () => new Date(), newId }: QueueParts): MarkQueue {
  const id = newId ?? (() => crypto.randomUUID());
  const listeners = new Set<() => void>();
  let state: QueueState = { marks: asQueued(readStored(key, areWaitingMarks) ?? []), offline: false };
  let sending: Promise<void> | null = null;
  /** The newest mark, while its choice may still change. It is in local storage like the others. */
  let resting: { id: string; subject: string; timer: ReturnType<typeof setTimeout> } | null = null;

  function change(next: Partial<QueueState>): void {
    state = { ...state, ...next };
    writeStored(key, state.marks);
    for (const listener of listeners) listener();
  }
  const without = (done: string): readonly WaitingMark[] => state.marks.filter(({ mark }) => mark.id !== done);
  const noted = (id: string, note: Partial<WaitingMark>): readonly WaitingMark[] =>
    state.marks.map((each) => (each.mark.id === id ? { ...each, ...note } : each));

  async function sendAll(): Promise<void> {
    await null; // what is entered in the same moment is looked at too
    for (;;) {
      const next = state.marks.find(isWaiting);
      if (!next) {
        if (state.offline) change({ offline: false });
        return;
      }
      // It is the newest: nothing waits behind it.
      if (next.mark.id === resting?.id) return;
      const { booking, mark } = next;
      try {
        const answer = await send(booking, mark);
        const conflict = conflictOf(mark, answer);
        change({ marks: conflict ? noted(mark.id, { conflict }) : without(mark.id), offline: false });
        onJob(answer.job);
      } catch (thrown) {
        const error = toAppError(thrown);
        if (waits.has(error.code)) return change({ marks: asQueued(state.marks), offline: true });
        change({ marks: noted(mark.id, { problem: explain(error) }) });
      }
    }
  }

  const queue: MarkQueue = {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(booking, label, entry, subject, restingMs = restMs) {
      const mark = { ...entry, id: id(), made_at: now().toISOString() } as JobMark;
      const key = `${booking} ${subject}`;
      const before = resting?.subject === key ? without(resting.id) : state.marks;
      clearTimeout(resting?.timer);
      resting =
        subject === undefined ? null : { id: mark.id, subject: key, timer: setTimeout(queue.sendResting, restingMs) };
      change({ marks: [...before, { booking, label, mark }] });
      void queue.flush();
      return mark.id;
    },
    takeBack(entered) {
      if (resting?.id === entered) {
        clearTimeout(resting.timer);
        resting = null;
      } else if (!state.marks.some(({ mark, problem }) => mark.id === entered && problem !== undefined)) return false;
      queue.drop(entered);
      return true;
    },
    sendResting() {
      clearTimeout(resting?.timer);
      resting = null;
      void queue.flush();
    },
    flush() {
      sending ??= sendAll().finally(() => {
        sending = null;
      });
      return sending;
    },
    again(rejected) {
      change({
        marks: state.marks.map(({ problem, ...each }) =>
          problem === undefined || each.mark.id === rejected ? each : { ...each, problem },
        ),
      });
      void queue.flush();
    },
    keep(overruled) {
      const kept = state.marks.find(({ mark }) => mark.id === overruled);
      if (!kept?.conflict) return;
      const { conflict, mark, ...rest } = kept;
      const anew = { ...mark, id: id(), made_at: now().toISOString(), replaces: conflict.at };
      change({ marks: [...without(overruled), { ...rest, mark: anew }] });
      void queue.flush();
    },
    drop: (done) => change({ marks: without(done) }),
  };
  return queue;
}

/** What another mark says instead; null where this one counts, or both say the same. */
function conflictOf(mark: JobMark, answer: MarkAnswer): Conflict | null {
  if (answer.outcome !== 'older') return null;
  const mine = saidOf(withMarks(answer.job, [mark]), mark);
  const theirs = saidOf(answer.job, mark);
  return mine === theirs ? null : { mine, theirs, ...answer.standing };
}

/** The work goes on while they wait: a bike may leave on a code that is not checked yet. */
function asQueued(marks: readonly WaitingMark[]): readonly WaitingMark[] {
  return marks.map((each) => (isWaiting(each) ? { ...each, mark: { ...each.mark, queued: true } } : each));
}

/** Another version of the page may have written it. */
function areWaitingMarks(value: unknown): value is WaitingMark[] {
  return Array.isArray(value) && value.every(isWaitingMark);
}

function isWaitingMark(value: unknown): value is WaitingMark {
  if (typeof value !== 'object' || value === null) return false;
  const { booking, label, mark } = value as Partial<WaitingMark>;
  return typeof booking === 'string' && typeof label === 'string' && typeof mark?.id === 'string' && 'kind' in mark;
}
