import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { embeddedWorkers } from '../embedded-workers.ts';
import type { PaymentOptions } from '../payments/start-payments.ts';
import type { TestBackend } from '../../backend/testing/test-backend.ts';
import { startTestBackend } from '../../backend/testing/test-backend.ts';

const unlimited = { max: 100_000, perSeconds: 1 };
const job = { mode: 'workshop', items: [{ id: 'oil-change', quantity: 1 }], model: 'royal-enfield/classic-350' };

export interface OnlineBooking {
  id: string;
  manage_token: string;
}
export interface OnlineMoney {
  status: string;
  paid: number;
  due: number;
  payments: { status: string; method: string }[];
  refunds: { id: string; status: string; amount_paise: number; note: string | null }[];
}

/** A shop whose gateway is the given one; its reconciler runs only when called. */
export function startPaidShop(payments: PaymentOptions): Promise<TestBackend> {
  return startTestBackend({
    seed: 'demo',
    migrationsFolder: join(import.meta.dirname, '../../supabase/migrations'),
    limits: {
      calls: { visitor_writes_per_address: unlimited, prices_per_address: unlimited },
      requestsPerAddress: unlimited,
    },
    workers: embeddedWorkers({
      payments: { everySeconds: 3600, askAfterSeconds: 0, lateSeconds: 3600, ...payments },
    }),
  });
}

let phones = 9_100_000_000;

/** Books the next free time, to be paid online by default. */
export async function bookOnline(client: SupabaseClient, changes: object = {}): Promise<OnlineBooking> {
  const slots = await client.rpc('list_slots', { ...job, days: 31 });
  const { date, start } = (slots.data as { first_free: { date: string; start: string } }).first_free;
  const request = {
    ...job,
    request_id: randomUUID(),
    date,
    time: start,
    name: 'Asha Kulkarni',
    phone: String((phones += 1)),
    vehicle_number: 'MH 12 ZZ 0042',
    expected_total: 999,
    payment: 'online',
    ...changes,
  };
  const { data, error } = await client.rpc('create_booking', { request });
  assert.equal(error, null, JSON.stringify(error));
  return data as OnlineBooking;
}

/** The status of a booking and its payment, as the customer reads them. */
export async function readMoney(
  site: TestBackend,
  booking: OnlineBooking,
): Promise<{ status: string; payment: OnlineMoney }> {
  const { data, error } = await site.client().rpc('get_booking', { manage_token: booking.manage_token });
  assert.equal(error, null, JSON.stringify(error));
  return data as { status: string; payment: OnlineMoney };
}

/** Requests the order of a booking, as its page does. */
export async function orderOnline(
  site: TestBackend,
  body: object,
  bearer: string = site.backend.anonKey,
): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
  const response = await fetch(`${site.url}/payments/v1/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

/** The order that we stored for a payment. */
export async function storedOrder(site: TestBackend, payment: unknown): Promise<string> {
  const [row] = await site.backend.sql<{ order: string }[]>`
    select provider_order_id as order from public.payments where id = ${String(payment)}`;
  return row?.order ?? '';
}

/** Posts a form as a browser does, without following redirects. */
export function postForm(url: string, fields: Record<string, string>, cookie = ''): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
    body: new URLSearchParams(fields).toString(),
  });
}
