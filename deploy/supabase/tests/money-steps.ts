import { randomUUID } from 'node:crypto';
import type { JsonObject } from './open-database.ts';
import { person } from './random-people.ts';
import type { JobStep, RandomShop } from './random-shop.ts';

/* The steps of money in a random sequence: what is paid at the counter, given back, and put right on an invoice. */

/** One of the bookings with an invoice that counts. */
async function invoiced({ db }: RandomShop, pick: number): Promise<{ booking: string; lines: number[] }> {
  const bills = await db.sql<{ booking: string; lines: number[] }[]>`
    select i.booking_id as booking, array(
      select (l ->> 'total_paise')::int / 100 from jsonb_array_elements(i.data -> 'lines') l
    ) as lines
    from public.invoices i
    where i.booking_id is not null and not exists (select from public.invoices n where n.replaces = i.id) order by i.serial`;
  return bills[pick % Math.max(bills.length, 1)] ?? { booking: randomUUID(), lines: [] };
}

async function pay(shop: RandomShop, pick: number, card: JsonObject): Promise<void> {
  const unpaid = await shop.db.sql<{ booking: string; due: number }[]>`
    select b.id as booking, private.amount_due(b) - private.paid_paise(b.id) / 100 as due
    from public.service_bookings b where b.status <> 'pending_payment'
    order by b.status not in ('ready', 'completed'), b.created_at, b.id`;
  const open = unpaid.filter(({ due }) => due > 0);
  const { booking, due } = open[pick % Math.min(Math.max(open.length, 1), 4)] ?? { booking: randomUUID(), due: 1 };
  const amount = pick % 3 === 0 ? Math.ceil(due / 2) : pick % 11 === 0 ? due + 1 : due;
  await shop.call(
    person.desk,
    'record_payment',
    { booking, amount, ...card },
    { as: `record_payment ${String(card['method'])}` },
  );
}

export const moneySteps = {
  cash: (shop, pick) => pay(shop, pick, { method: 'cash' }),
  card: (shop, pick) => pay(shop, pick, { method: 'card', terminal_reference: `AB${1000 + pick}` }),
  async 'credit note'(shop, pick) {
    const { booking, lines } = await invoiced(shop, pick);
    const line = lines.findIndex((rupees) => rupees > 0) + 1;
    const rupees = Math.max(1, Math.floor((lines[line - 1] ?? 0) / 3));
    const asked = [{ line, rupees }] as unknown as JsonObject;
    const args = { booking, request_id: randomUUID(), lines: asked, reason: 'The part was faulty' };
    await shop.call(pick % 2 === 0 ? person.owner : person.accountant, 'issue_credit_note', args);
  },
  async replace(shop, pick) {
    const { booking } = await invoiced(shop, pick);
    const other = [{ name: 'Asha Kulkarni-Rao' }, { gstin: '27AAPFU0939F1ZV' }, { final_price: 500 }][pick % 3];
    const args = { booking, request_id: randomUUID(), reason: 'A mistake on the bill', ...other };
    await shop.call(person.accountant, 'replace_invoice', args);
  },
  /** Given two days later, when the windows of bikes that were not seen to are over. */
  async 'late credit'(shop, pick) {
    const at = '2026-11-26T20:00:00+05:30';
    const [late] = await shop.db.keep(
      { at },
      (tx) => tx<{ booking: string }[]>`
        select b.id as booking from public.service_bookings b
        where private.late_credit_refusal(b) is null or ${pick % 4 === 0} order by b.starts_at, b.id limit 1`,
    );
    const booking = late?.booking ?? randomUUID();
    await shop.call(person.owner, 'give_late_credit', { booking, note: 'Held up in traffic' }, { at });
  },
  async fee(shop, pick) {
    const [owing] = await shop.db.sql<{ booking: string }[]>`
      select b.id as booking from public.service_bookings b order by b.fee = 0, b.created_at, b.id limit 1`;
    const args = { booking: owing?.booking ?? randomUUID(), fee: (pick % 3) * 100, note: 'As agreed at the counter' };
    await shop.call(pick % 2 === 0 ? person.owner : person.accountant, 'set_booking_fee', args);
  },
  async refund(shop, pick) {
    const [asked] = await shop.db.sql<{ refund: string }[]>`
      select r.id as refund from public.refunds r join public.payments p on p.id = r.payment_id
      where r.status = 'asked' order by p.provider <> 'desk', r.asked_at, r.id limit 1`;
    const who = pick % 2 === 0 ? person.owner : person.accountant;
    await shop.call(who, 'finish_refund', { refund: asked?.refund ?? randomUUID(), note: 'Given back in cash' });
  },
} satisfies Record<string, JobStep>;
