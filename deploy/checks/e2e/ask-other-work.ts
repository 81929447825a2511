import type { TestSite } from './open-test-site.ts';

/** The shop asks the customer of a General Service (₹1,699) for a longer warranty too, as a caller's change would. */
export async function askOtherWork({ backend: { sql } }: TestSite, id: string): Promise<void> {
  const again = {
    ...{ total: 2048, off: 0, minutes: 105, two_day: false },
    lines: [
      { item_id: 'general-service', name: 'General Service', price: 1699, unit_price: 1699, minutes: 90 },
      { item_id: 'extended-warranty', name: '90-day warranty', price: 349, unit_price: 349, minutes: 0 },
    ].map((line, index) => ({ ...line, quantity: 1, package_type: index === 0 ? 'primary' : 'addon' })),
  };
  await sql`
    insert into private.item_questions (booking_id, asked_at, edits, again) values (${id}, now(), 0, ${sql.json(again)})`;
}
