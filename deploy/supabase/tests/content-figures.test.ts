import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase } from './open-database.ts';
import type { TestDatabase } from './open-database.ts';

/*
 * Answers and posts name amounts in their text. Each is a price, fee or limit of the shop, so that a changed price
 * can't leave an old one in a text; amounts of examples are listed here with the text that works them out.
 */
let db: TestDatabase;
before(async () => {
  db = await openDatabase();
});
after(() => db.close());

/** Amounts of worked examples and of other sellers, by text. */
const examples: Record<string, string[]> = {
  'read-your-service-bill': ['2,447', '2,073.72', '186.64', '373.28', '501'],
  'used-bike-inspection-60-points': ['1,500', '3,000', '8,396', '2,000', '4,000'],
};

async function texts(): Promise<{ name: string; body: string }[]> {
  return db.sql<{ name: string; body: string }[]>`
    select 'question ' || id as name, answer_md as body from public.faqs
    union all select slug, lead || ' ' || body_md from public.posts
    union all select slug, lead || ' ' || coalesce(hint, '') || ' ' || story_md from public.packages
    union all select slug, intro_md from public.categories
    union all select slug, story_md from public.brands`;
}

/** Amounts after a rupee sign, as written: '1,149'. */
function amountsIn(body: string): string[] {
  return [...body.matchAll(/₹\s?(\d[\d,]*(?:\.\d+)?)/g)].map(([, amount]) => amount!.replace(/,$/, ''));
}

test('each amount in the texts is a price, fee or limit of the shop, or belongs to an example', async () => {
  const rows = await db.sql<{ amount: number }[]>`
    select price as amount from public.package_prices
    union select price from public.addon_prices
    union select amount from public.coupons where kind = 'rupees'
    union select unnest(approval_limits || array[free_pickup_from, late_fee, visit_fee, late_credit]) from public.shop`;
  const known = new Set(rows.map(({ amount }) => amount.toLocaleString('en-IN')));
  const found = (await texts()).flatMap(({ name, body }) => amountsIn(body).map((amount) => ({ name, amount })));
  assert.ok(found.length > 50, `only ${found.length} amounts were read`);
  const foreign = found.filter(({ name, amount }) => !known.has(amount) && !examples[name]?.includes(amount));
  assert.deepEqual(foreign, []);
});

test('the answers name the fees and limits of the shop', async () => {
  const [shop] =
    await db.sql`select cancel_free_hours, late_fee, visit_fee, no_show_minutes, late_minutes, late_credit from public.shop`;
  const [row] = await db.sql`select string_agg(answer_md, ' ') as text from public.faqs`;
  const text = String(row?.['text']);
  const [target] = await db.sql`select minutes from public.status_targets where status = 'awaiting_approval'`;
  for (const phrase of [
    `${shop?.['cancel_free_hours']} hours`,
    `₹${shop?.['late_fee']}, first time free`,
    `₹${shop?.['visit_fee']}, on your next bill`,
    `No-show: ${shop?.['no_show_minutes']} min`,
    `no answer within ${target?.['minutes']} minutes, we call once`,
    `more than ${shop?.['late_minutes']} minutes late, you get a ₹${shop?.['late_credit']} credit`,
  ])
    assert.ok(text.includes(phrase), phrase);
});
