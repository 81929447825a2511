import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { bookingRequest, mondayMorning } from './booking-request.ts';
import { hireEveryone, type People } from './hire.ts';
import { openDatabase, rejected, rpc, type Actor, type TestDatabase, type Tx } from './open-database.ts';

/* Photos that a phone without a network sends after the handover: who may still add one, and until when. */
let db: TestDatabase;
let booking: string;
let people: People & { stranger: { user: string } };
before(async () => {
  db = await openDatabase();
  people = { ...(await hireEveryone(db)), stranger: { user: await db.addUser('ravi@example.com') } };
});
beforeEach(async () => {
  await db.sql`delete from public.service_bookings`;
  const request = bookingRequest({ mode: 'workshop', items: [{ id: 'oil-change', quantity: 1 }], expected_total: 999 });
  const booked = await db.keep({ as: people.customer, at: mondayMorning }, (tx) =>
    rpc(tx, 'create_booking', { request }),
  );
  booking = String(booked['id']);
});
after(() => db.close());

const closedAt = '2026-11-23T18:00:00+05:30';
const at = (hours: number): string => new Date(Date.parse(closedAt) + hours * 3_600_000).toISOString();

/** The job of Sagar Pawar ends in this status. */
const close = (status = 'completed') => db.sql`
  update public.service_bookings
  set status = ${status}, closed_at = ${closedAt}, mechanic = 'Sagar Pawar', assigned_to = ${people.mechanic.user}
  where id = ${booking}`;

const insert = (as: Actor, when: string) =>
  db.undo({ as, at: when }, (tx) =>
    tx.unsafe(`insert into storage.objects (bucket_id, name) values ('job-photos', $1)`, [
      `${booking}/check-in/${randomUUID()}.webp`,
    ]),
  );

async function denied(as: Actor, when: string, what: string): Promise<void> {
  assert.equal((await rejected(insert(as, when))).code, '42501', what);
}

const workers = ['owner', 'desk', 'foreman', 'mechanic'] as const;

test('those who work on a job add photos of it for 48 hours after its handover, and not later', async () => {
  await close();
  for (const who of workers) {
    await insert(people[who], at(1));
    await insert(people[who], at(47.9));
    await denied(people[who], at(48), who);
  }
});

test('no other duty or customer adds a photo after the handover', async () => {
  await close();
  for (const who of ['otherMechanic', 'accountant', 'customer', 'stranger'] as const)
    await denied(people[who], at(1), who);
  await denied('anon', at(1), 'a visitor');
});

test('a cancelled, missed or expired booking takes no late photo', async () => {
  for (const status of ['cancelled', 'no_show', 'expired']) {
    await close(status);
    for (const who of workers) await denied(people[who], at(1), `${who} ${status}`);
  }
});

test('a late photo counts among the eight of its subject', async () => {
  await close();
  await db.keep({}, async (tx) => {
    for (let index = 0; index < 8; index += 1)
      await tx`insert into storage.objects (bucket_id, name)
        values ('job-photos', ${`${booking}/check-in/${randomUUID()}.webp`})`;
  });
  await denied(people.mechanic, at(1), 'the ninth');
});

test('of two photos that are sent at once, the ninth of a subject is refused', async () => {
  await close('ready');
  const add = (tx: Tx) =>
    tx`insert into storage.objects (bucket_id, name)
      values ('job-photos', ${`${booking}/check-in/${randomUUID()}.webp`})`;
  await db.keep({}, async (tx) => {
    for (let index = 0; index < 7; index += 1) await add(tx);
  });
  const ninth = { outcome: 'open' };
  let sent: Promise<void> = Promise.resolve();
  await db.keep({ as: people.desk, at: at(1) }, async (tx) => {
    await add(tx);
    sent = db.keep({ as: people.mechanic, at: at(1) }, add).then(
      () => void (ninth.outcome = 'added'),
      (error: { code?: string }) => void (ninth.outcome = error.code ?? 'failed'),
    );
    // Until the other one has been counted, or waits for this one.
    for (let waits = false; !waits && ninth.outcome === 'open';) {
      const [row] = await db.sql<{ waits: boolean }[]>`
        select exists (
          select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
        ) as waits`;
      waits = row?.waits ?? false;
    }
  });
  await sent;
  assert.equal(ninth.outcome, '42501');
});

test('a photo is not removed after the handover', async () => {
  await close();
  const name = `${booking}/check-in/${randomUUID()}.webp`;
  await db.sql`insert into storage.objects (bucket_id, name) values ('job-photos', ${name})`;
  for (const who of workers) {
    const removed = await db.undo(
      { as: people[who], at: at(1) },
      (tx) => tx`delete from storage.objects where name = ${name} returning name`,
    );
    assert.equal(removed.length, 0, who);
  }
});
