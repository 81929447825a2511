import { atShop } from '@twostroke/shared/domain/calendar';
import { promiseOf, type BoardJob } from '../../model/board-job.ts';
import { stateTime } from '../../model/state-time.ts';
import { isUnassigned } from './board.ts';

/** Kinds of jobs that wait for an action, in the order of the board. */
export const needs = ['unassigned', 'over', 'answer', 'ready', 'billed'] as const;
export type Need = (typeof needs)[number];

export const needNames: Readonly<Record<Need, string>> = {
  unassigned: 'Not assigned',
  over: 'Over their time',
  answer: 'Customer to answer',
  ready: 'Ready, not fetched',
  billed: 'Billed',
};

/** The need in an address; null for none. */
export function needOf(text: string | null): Need | null {
  return needs.find((need) => need === text) ?? null;
}

/** The jobs of each need: what is counted is what is listed. @param day whose bills count, YYYY-MM-DD */
export function jobsByNeed(jobs: readonly BoardJob[], day: string, now: number): Readonly<Record<Need, BoardJob[]>> {
  return {
    unassigned: jobs.filter(isUnassigned),
    over: jobs.filter((job) => stateTime(job, now)?.isOver || promiseOf(job, now).late),
    answer: jobs.filter(({ status }) => status === 'awaiting_approval'),
    ready: jobs.filter(({ status }) => status === 'ready'),
    billed: jobs.filter(
      ({ status, closed_at }) => status === 'completed' && closed_at !== null && atShop(closed_at).date === day,
    ),
  };
}

/** Where the jobs of other days stand, each once. */
export interface OtherDays {
  /** In the workshop. */
  yard: BoardJob[];
  /** They are not assigned. */
  unassigned: BoardJob[];
  /** Of an earlier day, neither here nor over. */
  leftOver: BoardJob[];
}

/** @param today YYYY-MM-DD */
export function otherDays(elsewhere: readonly BoardJob[], today: string): OtherDays {
  const outside = elsewhere.filter(({ here_since, status }) => here_since === null && status !== 'completed');
  return {
    yard: elsewhere.filter(({ here_since }) => here_since !== null),
    unassigned: outside.filter(isUnassigned),
    leftOver: outside.filter((job) => !isUnassigned(job) && job.booking_date < today),
  };
}
