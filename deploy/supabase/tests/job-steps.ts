import { randomUUID } from 'node:crypto';
import { answerSteps } from './answer-steps.ts';
import { deskSteps } from './desk-steps.ts';
import { moneySteps } from './money-steps.ts';
import type { JsonObject } from './open-database.ts';
import { person } from './random-people.ts';
import type { JobStep, RandomShop } from './random-shop.ts';

/*
 * The steps of a job in a random sequence: what mechanics enter on the floor. Each gets a number that chooses, so that a
 * seed repeats the sequence.
 */

const minutes = (at: string, ago: number): string => new Date(Date.parse(at) - ago * 60_000).toISOString();
const atWork = ['inspecting', 'awaiting_approval', 'in_service', 'quality_check', 'ready'];
const inService = ['in_service', 'quality_check'];

/** The mark that a phone sent last, to be sent again. */
const sent = new WeakMap<RandomShop, { who: number; args: JsonObject; as: string }>();

/** A mark of the floor, mostly by a mechanic, made now or by a phone that was without a network. */
async function mark(shop: RandomShop, pick: number, booking: string, what: JsonObject): Promise<void> {
  const who = [person.sagar, person.foreman, person.owner, person.nita][pick % 4] ?? person.sagar;
  const made_at = minutes(shop.at(), [0, 0, 0, 3, 20][pick % 5] ?? 0);
  const args = { booking, mark: { id: randomUUID(), made_at, ...what } };
  const as = `mark ${String(what['kind'])}`;
  sent.set(shop, { who, args, as });
  await shop.call(who, 'mark_job', args, { as });
}

/** A check-in, which also begins the inspection. */
export async function checkIn(shop: RandomShop, pick: number, booking: string): Promise<void> {
  const damage = pick % 2 === 0 ? 'Scratch on the tank' : null;
  const state = { odometer_km: 12_000 + pick, fuel: pick % 5, accessories: ['Helmet'], damage };
  await mark(shop, pick, booking, { kind: 'check_in', ...state });
}

/** The oil of a job, unless it is written down. */
export async function writeOil(shop: RandomShop, booking: string): Promise<void> {
  const [missing] = await shop.db.sql`
    select from public.service_bookings b where b.id = ${booking} and private.missing_oil(b) is not null`;
  if (!missing) return;
  const litres = { hsn: '27101972', quantity: '2.3', unit: 'litre' };
  const oil = { kind: 'oil', name: 'Engine oil', make: 'Motul', grade: '15W-50', ...litres };
  await mark(shop, 0, booking, { kind: 'part', part: oil });
}

const part = (pick: number, work: string | null): JsonObject => ({
  kind: pick % 9 === 0 ? 'battery_back' : 'part',
  name: 'Brake pads',
  make: 'Brembo',
  hsn: '87141090',
  quantity: '1',
  price: pick % 9 === 0 || pick % 2 === 0 ? 100 : 0,
  extra_work_id: pick % 9 === 0 ? null : work,
});

/** An approved line of extra work of a booking, or none. */
async function approvedWork(shop: RandomShop, booking: string): Promise<string | null> {
  const [work] = await shop.db.sql<{ id: string }[]>`
    select id from public.extra_work where booking_id = ${booking} and status = 'approved' order by position limit 1`;
  return work?.id ?? null;
}

/** The steps of the floor, the desk and the counter by name. */
export const jobSteps = {
  'check in': async (shop, pick) =>
    checkIn(shop, pick, await shop.inWork(pick, ['assigned', 'on_the_way', 'picked_up', 'inspecting', 'in_service'])),
  async points(shop, pick) {
    const booking = await shop.inWork(pick, ['inspecting', 'in_service', 'quality_check']);
    const open = await shop.db.sql<{ point: string; unit: string | null }[]>`
      select point, unit from public.booking_inspection
      where booking_id = ${booking} and state = 'not_checked' order by position`;
    for (const [index, { point, unit }] of open.slice(0, pick % 3 === 0 ? 2 : open.length).entries()) {
      const found = { state: index === 0 ? 'due_now' : 'ok', value: unit === null ? null : '3.5' };
      await mark(shop, pick, booking, { kind: 'point', point, note: index === 0 ? 'Worn' : null, ...found });
    }
  },
  async tick(shop, pick) {
    const booking = await shop.inWork(pick, inService);
    const [line] = await shop.db.sql<{ line: number; is_concern: boolean }[]>`
      select line, is_concern from public.booking_checklist
      where booking_id = ${booking} order by done_at is not null, line limit 1`;
    const kind = line?.is_concern ? 'concern' : 'tick';
    const answer = { answer: pick % 2 === 0 ? 'not_found' : 'found_and_fixed', note: 'Tried it on the road' };
    const ticked = { done: pick % 9 !== 0, not_needed: pick % 9 === 1 ? 'The owner has it done' : null };
    await mark(shop, pick, booking, { kind, line: line?.line ?? 1, ...(kind === 'tick' ? ticked : answer) });
  },
  timer: async (shop, pick) =>
    mark(shop, pick, await shop.inWork(pick, atWork), { kind: 'timer', running: pick % 3 !== 0 }),
  async ride(shop, pick) {
    const done = { odometer_km: 12_060, checks: ['Brakes', 'Gears'] };
    const running = pick % 3 === 0;
    const booking = await shop.inWork(pick, [...inService, 'ready']);
    await mark(shop, pick, booking, { kind: 'test_ride', running, ...(!running && done) });
  },
  async part(shop, pick) {
    const booking = await shop.inWork(pick, atWork);
    const what =
      pick % 5 === 0 ? { off: 1, name: 'Brake pads' } : { part: part(pick, await approvedWork(shop, booking)) };
    await mark(shop, pick, booking, { kind: 'part', ...what });
  },
  async parts(shop, pick) {
    const booking = await shop.inWork(pick, atWork);
    const work = await approvedWork(shop, booking);
    const parts = [part(pick, work), part(pick + 1, null)].slice(0, pick % 3);
    await shop.call(person.foreman, 'save_used_parts', { booking, parts: parts as unknown as JsonObject });
  },
  async 'mark proposal'(shop, pick) {
    const items = [{ item: 'brake-pad-replacement', reason: 'Worn to 1 mm', urgency: 'due_now' }];
    const statuses = pick % 2 === 0 ? ['inspecting', ...inService] : ['quality_check'];
    await mark(shop, pick, await shop.inWork(pick, statuses), { kind: 'propose', items });
  },
  async 'mark again'(shop) {
    const last = sent.get(shop);
    if (last) await shop.call(last.who, 'mark_job', last.args, { as: `${last.as} again` });
  },
  ...answerSteps,
  ...deskSteps,
  ...moneySteps,
} satisfies Record<string, JobStep>;
