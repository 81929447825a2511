import fc from 'fast-check';
import type { jobSteps } from './job-steps.ts';
import { modes } from './check-bookings.ts';

/** The possible actions; frequent ones are listed more than once. */
const kinds = [
  ...(['hold', 'hold', 'hold', 'book', 'book', 'book', 'book', 'book', 'book', 'book', 'book'] as const),
  ...(['extend', 'extend', 'extend', 'release', 'move', 'move', 'move', 'cancel', 'cancel'] as const),
  ...(['pay', 'pay', 'pay later', 'expire'] as const),
  ...Array<'staff'>(14).fill('staff'),
  ...(['propose', 'propose', 'propose', 'reprice', 'answer', 'answer', 'answer', 'weather'] as const),
];

/** The actions of a day on which the shop works on bikes: mostly steps of jobs, of each kind. */
const kindsOfWork = [
  ...Array<'staff'>(44).fill('staff'),
  ...(['book', 'book', 'book', 'pay', 'expire', 'move', 'cancel'] as const),
  ...(['propose', 'propose', 'propose', 'propose', 'reprice', 'reprice'] as const),
  ...(['answer', 'answer', 'answer', 'answer', 'answer', 'answer'] as const),
  ...(['change answer', 'change answer', 'change answer', 'change answer'] as const),
  ...([
    'check in',
    'points',
    'points',
    'tick',
    'tick',
    'tick',
    'timer',
    'timer',
    'ride',
    'part',
    'part',
    'parts',
  ] as const),
  ...([
    'mark proposal',
    'mark proposal',
    'mark again',
    'correct',
    'correct',
    'items',
    'items',
    'answer items',
  ] as const),
  ...([
    'assign',
    'assign',
    'promise',
    'caller',
    'book declined',
    'book declined',
    'ask no more',
    'ask no more',
    're-check',
    're-check',
    're-check',
  ] as const),
  ...(['undo', 'undo', 'failed check', 'failed check', 'cash', 'cash', 'card', 'card', 'refund', 'refund'] as const),
  ...([
    'credit note',
    'credit note',
    'credit note',
    'replace',
    'replace',
    'late credit',
    'late credit',
    'fee',
  ] as const),
];

const step = (all: readonly RandomStep['kind'][]): fc.Arbitrary<RandomStep> =>
  fc.record({
    kind: fc.constantFrom(...all),
    who: fc.nat(3),
    mode: fc.constantFrom('doorstep', 'doorstep', ...modes),
    item: fc.constantFrom('oil-change', 'general-service', 'long-ride-prep'),
    date: fc.constantFrom(...Array<string>(9).fill('2026-11-24'), '2026-11-25'),
    start: fc.constantFrom('09:00', '11:00', '11:00', '14:00'),
    pick: fc.nat(50),
    payment: fc.constantFrom('after_service', 'online'),
  });
/** One action of an actor. */
export interface RandomStep {
  kind: (typeof kinds)[number] | keyof typeof jobSteps;
  who: number;
  mode: string;
  item: string;
  date: string;
  start: string;
  pick: number;
  payment: string;
}

/**
 * Minutes that pass: enough for holds to expire, and sometimes until the next day, when bikes are serviced or missed.
 */
const waits = [...Array<number[]>(4).fill([0, 0, 1, 4, 6, 11, 90]).flat(), 1500, 120];

/** The actions of concurrent steps, and the minutes that each of them takes. */
const batches = (steps: fc.Arbitrary<RandomStep>, minutes: readonly number[]) =>
  fc.array(fc.record({ steps: fc.array(steps, { minLength: 2, maxLength: 5 }), wait: fc.constantFrom(...minutes) }), {
    minLength: 25,
    maxLength: 35,
  });
export const sequence = batches(step(kinds), waits);
/** A day of work, on which less time passes: every kind comes as often as it is listed, in any order. */
export const sequenceOfWork = fc
  .record({
    kinds: fc.shuffledSubarray(kindsOfWork, { minLength: kindsOfWork.length, maxLength: kindsOfWork.length }),
    steps: fc.array(step(['staff']), { minLength: kindsOfWork.length, maxLength: kindsOfWork.length }),
    batches: fc.array(
      fc.record({ size: fc.integer({ min: 2, max: 5 }), wait: fc.constantFrom(0, 1, 4, 6, 11, 11, 45, 90) }),
      { minLength: Math.ceil(kindsOfWork.length / 2), maxLength: kindsOfWork.length },
    ),
  })
  .map(({ kinds: order, steps, batches: sizes }) => {
    const left = steps.map((each, index): RandomStep => ({ ...each, kind: order[index] ?? 'staff' }));
    return sizes
      .map(({ size, wait }) => ({ steps: left.splice(0, size), wait }))
      .filter((each) => each.steps.length > 0);
  });
