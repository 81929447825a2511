import { callRpc, toAppError } from '@twostroke/shared/client';
import type { DatabaseEnum } from '@twostroke/shared/domain/database-enum';
import { sessionAtom, store } from '@twostroke/shared/state';
import { createContext, useContext } from 'react';
import { isUnreached } from './is-unreached.ts';

/** What a person of the shop does. The database decides what it allows; here is what pages offer. */
export type Duty = DatabaseEnum<'staff_duty'>;

const mayDo = {
  /** Cancel, move, set the bill, prove a number, send a message again, call back. */
  change_bookings: ['owner', 'desk'],
  /** Steps of a job, extra work, job card. */
  work_on_jobs: ['owner', 'desk', 'foreman', 'mechanic'],
  /** Cash and cards at the counter, UPI claims. */
  take_money: ['owner', 'desk', 'accountant'],
  /** Refunds, credits, another fee. */
  give_back: ['owner', 'accountant'],
  waive_fees: ['owner'],
  assign_jobs: ['owner', 'desk', 'foreman'],
  switch_weather: ['owner', 'desk', 'foreman'],
  /** The search of the office. */
  find_bookings: ['owner', 'desk', 'foreman', 'accountant'],
  read_invoices: ['owner', 'desk', 'accountant'],
  /** A sound and a notification of the browser for each new booking. */
  hear_alerts: ['owner', 'desk'],
} as const satisfies Record<string, readonly Duty[]>;

export type DutyAction = keyof typeof mayDo;
export type May = (action: DutyAction) => boolean;

/** The duties to which pages offer an action. */
export function dutiesThatMay(action: DutyAction): readonly Duty[] {
  return mayDo[action];
}

/** Whether pages offer an action to a duty. */
export function may(duty: Duty, action: DutyAction): boolean {
  return dutiesThatMay(action).includes(duty);
}

/** The duty of the person at the screen; an accountant's, who changes least, where nothing is said. */
export const DutyContext = createContext<Duty>('accountant');

/** Asks for the person at the screen. */
export function useMay(): May {
  const duty = useContext(DutyContext);
  return (action) => may(duty, action);
}

/** The last answer, and whose it is. */
let known: { account: string; duty: Duty } | null = null;

const accountHere = (): string => {
  const session = store.get(sessionAtom);
  return session.status === 'signed-in' ? session.user.id : '';
};

/** The duty that was last read for the person who is signed in; null before. It may have ended since. */
export function lastDuty(): Duty | null {
  return known?.account === accountHere() ? known.duty : null;
}

/**
 * The duty of the person who is signed in; null when they have none. Without a network it is the one that was read
 * before: the floor is worked in a basement, and the database asks again for whatever is sent later.
 * @throws AppError
 */
export async function readDuty(): Promise<Duty | null> {
  const account = accountHere();
  try {
    const duty = await callRpc('my_duty', {});
    known = duty && { account, duty };
    return duty;
  } catch (thrown) {
    // What the client makes of an answer that is null.
    if (toAppError(thrown).code === 'not_found') {
      known = null;
      return null;
    }
    const before = isUnreached(thrown) ? lastDuty() : null;
    if (before) return before;
    throw thrown;
  }
}

export const dutyNames: Readonly<Record<Duty, string>> = {
  owner: 'Owner',
  desk: 'Front desk',
  foreman: 'Foreman',
  mechanic: 'Mechanic',
  accountant: 'Accountant',
};

/** What a duty may do, in the words of the page where owners give it. */
export const dutyWords: Readonly<Record<Duty, string>> = {
  owner: 'Everything: bookings, jobs, money, prices, texts, people, who did what.',
  desk: 'Bookings and callers, all jobs, messages, money that comes in, calendar and places. No refunds, prices or people.',
  foreman:
    'All jobs: gives them to mechanics, checks the work, sends extra work to customers. Phone numbers of open jobs.',
  mechanic: 'Own and unassigned jobs. The phone number from the day the job is theirs until the bike is ready.',
  accountant: 'Invoices, payments, refunds and credits. Reads bookings without phone numbers, and who did what.',
};
