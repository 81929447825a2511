import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { rpc } from './open-database.ts';
import type { JsonObject, TestDatabase } from './open-database.ts';

/** Deletes all bookings with their payments. */
export async function clearPayments(sql: postgres.Sql): Promise<void> {
  await clearAppendOnly(sql, 'public.payment_events', 'public.refunds', 'public.message_outbox', 'public.payments');
  await sql`delete from public.service_bookings`;
}

/** Deletes all invoices: the next one has the number 1. */
export async function clearInvoices(sql: postgres.Sql): Promise<void> {
  const counters = ['private.invoice_counters', 'private.credit_note_counters'];
  await clearAppendOnly(sql, 'public.credit_notes', 'public.invoices', ...counters);
}

/**
 * Deletes all rows of tables that nothing may delete from, in an order that foreign keys allow. After a TRUNCATE, all
 * sessions would plan anew what reads these tables.
 */
export async function clearAppendOnly(sql: postgres.Sql, ...tables: string[]): Promise<void> {
  const deletions = tables.map((table) => `delete from ${table};`).join(' ');
  // Several statements of one call are one transaction.
  await sql.unsafe(`set local session_replication_role = replica; ${deletions}`);
}

/** The gateway's order of a booking, created when there is none yet, as the backend does before a payment. */
export async function orderOf(
  db: TestDatabase,
  booking: { id: string; manage_token: string },
  at: string,
): Promise<string> {
  const started = await db.keep({ as: 'anon', at }, (tx) =>
    rpc(tx, 'start_payment', { booking: booking.id, method: 'online', manage_token: booking.manage_token }),
  );
  const [row] = await db.sql<{ order: string }[]>`
    update public.payments set provider_order_id = coalesce(provider_order_id, ${`order_${randomUUID()}`})
    where id = ${String(started['payment'])} returning provider_order_id as order`;
  if (row === undefined) throw new Error('No payment');
  return row.order;
}

/** Records an event as a gateway would send it, with the amount of the order unless the event has another. */
export async function providerEvent(db: TestDatabase, event: JsonObject, at: string): Promise<JsonObject> {
  const { kind, order, event: id = randomUUID(), method = null } = event as Record<string, string | undefined>;
  const payment = event['payment'] === undefined ? `pay_${String(order)}` : (event['payment'] as string | null);
  const [asked] = await db.sql<{ amount: number }[]>`
    select amount_paise as amount from public.payments where provider_order_id = ${String(order)} limit 1`;
  const amount = event['amount'] === undefined ? (asked?.amount ?? 100) : (event['amount'] as number | null);
  return db.keep({ at }, async (tx) => {
    const [row] = await tx<{ told: JsonObject }[]>`
      select private.apply_payment_event(
        'local', ${String(id)}, ${String(kind)}, ${String(order)}, ${payment}, ${amount}::int, ${method ?? null}
      ) as told`;
    return row?.told ?? {};
  });
}
