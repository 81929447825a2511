import assert from 'node:assert/strict';
import type { JsonObject } from '../../supabase/tests/open-database.ts';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { staffDuties, type VerdictActor } from '../../supabase/tests/verdicts.ts';
import type { BackendLimits } from '../backend-limits.ts';
import type { StartWorkers } from '../backend-options.ts';
import type { TestBackend } from './test-backend.ts';
import { signUp, startTestBackend } from './test-backend.ts';

export interface Person {
  id: string;
  client: SupabaseClient;
}

/** A booking as create_booking answers it, and the request that made it. */
export interface AttackedBooking {
  id: string;
  manage_token: string;
  request: JsonObject;
}

/** The whole backend with the real schema and catalog, two customers, two owners, and a person of each other duty. */
export interface AttackedShop {
  site: TestBackend;
  customer: Person;
  stranger: Person;
  boss: Person;
  deputy: Person;
  visitor: SupabaseClient;
  /** The client of each actor of the matrix, for rows of a customer. */
  actors: Record<VerdictActor, SupabaseClient>;
  /** Books the next free window in the workshop. */
  book(client: SupabaseClient, changes?: JsonObject): Promise<AttackedBooking>;
  /** A fingerprint that changes with any row of a table. */
  fingerprint(table: string): Promise<string>;
}

const unlimited = { max: 100_000, perSeconds: 1 };
/** A service that is always offered. */
export const job = {
  mode: 'workshop',
  items: [{ id: 'oil-change', quantity: 1 }],
  model: 'royal-enfield/classic-350',
};

/** Limits that would end an attack before it has tried everything. */
export const unlimitedCalls: Partial<BackendLimits> = {
  calls: {
    visitor_writes_per_address: unlimited,
    prices_per_address: unlimited,
    client_reports_per_address: unlimited,
    number_codes_per_address: unlimited,
    number_codes_per_user: unlimited,
  },
  requestsPerAddress: unlimited,
};

/** Where a booking begins. */
export interface FreeTime {
  date: string;
  start: string;
}

/** The first window of the next 31 days in which the job can begin. */
export async function readFirstFree({ visitor }: Pick<AttackedShop, 'visitor'>): Promise<FreeTime> {
  const { data } = await visitor.rpc('list_slots', { ...job, days: 31 });
  const { date, start } = (data as { first_free: FreeTime }).first_free;
  return { date, start };
}

/** @param workers none by default: rows are compared, and only the attack may change them */
export async function openAttackedShop(workers?: StartWorkers): Promise<AttackedShop> {
  return fillAttackedShop(
    await startTestBackend({
      seed: 'demo',
      workers,
      migrationsFolder: join(import.meta.dirname, '../../supabase/migrations'),
      limits: unlimitedCalls,
    }),
  );
}

/** Signs all users up at a backend that runs with the demo's catalog. */
export async function fillAttackedShop(site: TestBackend): Promise<AttackedShop> {
  const { sql } = site.backend;
  await sql`update private.limits set max_value = 10000`;
  const [customer, stranger, boss, deputy] = [
    await signUp(site),
    await signUp(site),
    await signUp(site),
    await signUp(site),
  ];
  await sql`select public.make_owner(${boss.id}), public.make_owner(${deputy.id})`;
  const visitor = site.client();
  let free: FreeTime | undefined;
  const hired: [string, SupabaseClient][] = [];
  for (const duty of staffDuties) {
    if (duty === 'owner') continue;
    const person = await signUp(site);
    await sql`insert into public.user_roles (user_id, role) values (${person.id}, 'admin')`;
    await sql`insert into public.staff (user_id, name, duty) values (${person.id}, ${`The ${duty}`}, ${duty})`;
    hired.push([duty, person.client]);
  }
  const duties = Object.fromEntries(hired) as Record<Exclude<(typeof staffDuties)[number], 'owner'>, SupabaseClient>;
  return {
    site,
    customer,
    stranger,
    boss,
    deputy,
    visitor,
    actors: { anon: visitor, other: stranger.client, own: customer.client, ...duties, owner: boss.client },
    async book(client, changes = {}) {
      const place = async (at: FreeTime) => {
        const request = {
          ...job,
          request_id: randomUUID(),
          date: at.date,
          time: at.start,
          name: 'Asha Kulkarni',
          phone: '90000 00012',
          vehicle_number: 'MH 12 ZZ 0042',
          expected_total: 999,
          ...changes,
        };
        return { request, ...(await client.rpc('create_booking', { request })) };
      };
      // A window has room for many bookings: it is looked for when the last one is full.
      let booked = await place((free ??= await readFirstFree({ visitor })));
      if (booked.error) booked = await place((free = await readFirstFree({ visitor })));
      assert.equal(booked.error, null, JSON.stringify(booked.error));
      return { ...(booked.data as { id: string; manage_token: string }), request: booked.request };
    },
    async fingerprint(table) {
      const [row] = await sql.unsafe<{ rows: string }[]>(
        `select count(*) || ' ' || coalesce(md5(string_agg(ctid::text || xmin::text, ',' order by ctid)), '') as rows from ${table}`,
      );
      return row?.rows ?? '';
    },
  };
}
