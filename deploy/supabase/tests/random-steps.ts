import fc from 'fast-check';
import { modes } from './check-bookings.ts';

/** The possible actions; frequent ones are listed more than once. */
const kinds = [
  ...(['hold', 'hold', 'hold', 'book', 'book', 'book', 'book', 'book', 'book', 'book', 'book'] as const),
  ...(['extend', 'extend', 'extend', 'release', 'move', 'move', 'move', 'cancel', 'cancel'] as const),
  ...(['pay', 'pay', 'pay later', 'expire'] as const),
  ...Array<'staff'>(14).fill('staff'),
  ...(['propose', 'propose', 'propose', 'reprice', 'answer', 'answer', 'answer', 'weather'] as const),
];

const step = fc.record({
  kind: fc.constantFrom(...kinds),
  who: fc.nat(3),
  mode: fc.constantFrom('doorstep', 'doorstep', ...modes),
  item: fc.constantFrom('oil-change', 'general-service', 'long-ride-prep'),
  date: fc.constantFrom(...Array<string>(9).fill('2026-11-24'), '2026-11-25'),
  start: fc.constantFrom('09:00', '11:00', '11:00', '14:00'),
  pick: fc.nat(50),
  payment: fc.constantFrom('after_service', 'online'),
});
/** One action of an actor. */
export type RandomStep = typeof step extends fc.Arbitrary<infer T> ? T : never;

/**
 * Minutes that pass: enough for holds to expire, and sometimes until the next day, when bikes are serviced or missed.
 */
const waits = [...Array<number[]>(4).fill([0, 0, 1, 4, 6, 11, 90]).flat(), 1500, 120];

/** The actions of one concurrent step, and the minutes that it takes. */
export const sequence = fc.array(
  fc.record({ steps: fc.array(step, { minLength: 2, maxLength: 5 }), wait: fc.constantFrom(...waits) }),
  { minLength: 25, maxLength: 35 },
);
