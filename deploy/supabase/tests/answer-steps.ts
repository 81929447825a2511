import { randomUUID } from 'node:crypto';
import { person } from './random-people.ts';
import type { JobStep, RandomShop } from './random-shop.ts';

/* What is said to extra work in a random sequence, what is said instead, and what changes its price. */

interface Line {
  line: string;
  booking: string;
  price: number;
}

/** Says yes, no or later to a line: mostly its customer, staff after a call, or a stranger. */
async function say(shop: RandomShop, pick: number, lines: readonly Line[], as: string): Promise<void> {
  const { line, booking } = lines[pick % Math.max(lines.length, 1)] ?? { line: randomUUID(), booking: '' };
  const { who: owner, manage_token } = shop.customerOf(booking);
  const who = pick % 5 === 0 ? person.asha : pick % 5 === 1 ? person.owner : owner;
  const args = {
    line,
    answer: ['yes', 'no', 'later'][pick % 3] ?? 'yes',
    note: who === person.owner ? 'Told on the phone' : null,
    manage_token: who === owner ? manage_token : null,
  };
  await shop.call(who, 'answer_extra_work', args, { as });
}

export const answerSteps = {
  async answer(shop, pick) {
    const open = await shop.db.sql<Line[]>`
      select id as line, booking_id as booking, price from public.extra_work
      where status = 'proposed' order by booking_id, position`;
    await say(shop, pick, open, 'answer_extra_work');
  },
  /** Mostly of lines whose answer can be changed, sometimes of those whose work has begun. */
  async 'change answer'(shop, pick) {
    const answered = await shop.db.sql<Line[]>`
      select e.id as line, e.booking_id as booking, e.price from public.extra_work e
      where e.status <> 'proposed' and (private.answer_locked_at(e) is not null) = ${pick % 4 === 0}
      order by e.booking_id, e.position limit 6`;
    await say(shop, pick, answered, 'change answer');
  },
  /** Staff change the price of a line, answered or not. */
  async reprice(shop, pick) {
    const lines = await shop.db.sql<Line[]>`
      select id as line, booking_id as booking, price from public.extra_work order by booking_id, position`;
    const { line, price } = lines[pick % Math.max(lines.length, 1)] ?? { line: randomUUID(), price: 100 };
    const other = pick % 3 === 0 ? price : pick % 3 === 1 ? price + 50 : Math.max(1, price - 350);
    await shop.call(person.owner, 'reprice_extra_work', { line, price: other });
  },
} satisfies Record<string, JobStep>;
