import type { RealtimeChannel, RealtimePostgresChangesPayload, SupabaseClient } from '@supabase/supabase-js';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { defaultLimits } from '../backend-limits.ts';
import { Inbox } from '../testing/inbox.ts';
import type { TestBackend } from '../testing/test-backend.ts';
import { signUp, startTestBackend } from '../testing/test-backend.ts';

type Note = { id: string; owner: string | null; body: string; amount: number; secret_note?: string };
type NoteChange = RealtimePostgresChangesPayload<Note>;

let site: TestBackend;
before(async () => {
  site = await startTestBackend({
    jwtExpirySeconds: 4,
    limits: { realtime: { ...defaultLimits.realtime, graceSeconds: 1 } },
  });
});
after(() => site.stop());

let channels = 0;

/** Subscribes and resolves when the server has confirmed it. */
async function subscribe(
  client: SupabaseClient,
  options: { event?: 'INSERT'; filter?: string } = {},
): Promise<{ changes: Inbox<NoteChange>; statuses: Inbox<string>; channel: RealtimeChannel }> {
  const changes = new Inbox<NoteChange>();
  const statuses = new Inbox<string>();
  const filter = {
    event: options.event ?? '*',
    schema: 'public',
    table: 'notes',
    ...(options.filter ? { filter: options.filter } : {}),
  };
  const channel = client
    .channel(`notes-${(channels += 1)}`)
    .on('postgres_changes', filter as { event: '*'; schema: string }, (change: NoteChange) => changes.put(change))
    .subscribe((status) => statuses.put(status));
  assert.equal(await statuses.next(), 'SUBSCRIBED');
  return { changes, statuses, channel };
}

const addNote = async (owner: string | null, body: string, amount = 0): Promise<string> => {
  const [row] = await site.backend.sql<{ id: string }[]>`
    insert into notes (owner, body, amount, secret_note) values (${owner}, ${body}, ${amount}, 'hidden') returning id`;
  return row?.id ?? '';
};

test('insert, update and delete events contain only what the subscriber may read', async () => {
  const { id: owner, client } = await signUp(site);
  const { changes } = await subscribe(client);
  const id = await addNote(owner, 'first', 5);
  const inserted = await changes.next();
  assert.equal(inserted.eventType, 'INSERT');
  assert.equal(inserted.table, 'notes');
  const row = inserted.new as Note;
  assert.deepEqual([row.id, row.owner, row.body, row.amount], [id, owner, 'first', 5]);
  assert.equal('secret_note' in row, false);

  await site.backend.sql`update notes set body = 'second' where id = ${id}`;
  const updated = await changes.next();
  assert.deepEqual([updated.eventType, (updated.new as Note).body, updated.old], ['UPDATE', 'second', { id }]);

  await site.backend.sql`delete from notes where id = ${id}`;
  const deleted = await changes.next();
  assert.deepEqual([deleted.eventType, deleted.old], ['DELETE', { id }]);
});

test('row-level security decides who gets a row', async () => {
  const asha = await signUp(site);
  const ravi = await signUp(site);
  const forAsha = await subscribe(asha.client);
  const forRavi = await subscribe(ravi.client);
  const forVisitor = await subscribe(site.client());
  const forScript = await subscribe(site.client({ key: site.backend.serviceKey }));
  await addNote(asha.id, 'of Asha');
  await addNote(ravi.id, 'of Ravi');
  await addNote(null, 'of nobody');
  const bodies = async (inbox: Inbox<NoteChange>, count: number) => {
    const found: string[] = [];
    while (found.length < count) found.push(((await inbox.next()).new as Note).body);
    return found;
  };
  assert.deepEqual(await bodies(forScript.changes, 3), ['of Asha', 'of Ravi', 'of nobody']);
  assert.deepEqual(await bodies(forAsha.changes, 1), ['of Asha']);
  assert.deepEqual(await bodies(forRavi.changes, 1), ['of Ravi']);
  assert.deepEqual(await bodies(forVisitor.changes, 1), ['of nobody']);
  // Events are delivered in order, so a row for each of them proves that nothing else came before it.
  await addNote(asha.id, 'end');
  await addNote(ravi.id, 'end');
  await addNote(null, 'end');
  for (const { changes } of [forAsha, forRavi, forVisitor]) assert.deepEqual(await bodies(changes, 1), ['end']);
});

test('neither a rolled-back change nor one of an invisible row sends an event', async () => {
  const { id: owner, client } = await signUp(site);
  const { changes } = await subscribe(client);
  await site.backend.sql
    .begin(async (transaction) => {
      await transaction`insert into notes (owner, body) values (${owner}, 'undone')`;
      throw new Error('undo');
    })
    .catch(() => undefined);
  const id = await addNote(owner, 'kept');
  assert.equal(((await changes.next()).new as Note).body, 'kept');
  await site.backend.sql`update notes set owner = null where id = ${id}`;
  await addNote(owner, 'after');
  assert.equal(((await changes.next()).new as Note).body, 'after');
});

test('filters: eq neq lt lte gt gte in, and a single event type', async () => {
  const script = site.client({ key: site.backend.serviceKey });
  const cases: [string, number[]][] = [
    ['amount=eq.2', [2]],
    ['amount=neq.2', [1, 3, 10]],
    ['amount=lt.3', [1, 2]],
    ['amount=lte.3', [1, 2, 3]],
    ['amount=gt.3', [10]],
    ['amount=gte.3', [3, 10]],
    ['amount=in.(1,10)', [1, 10]],
    ['body=eq.filters', [1, 2, 3, 10]],
  ];
  const subscribed = await Promise.all(cases.map(([filter]) => subscribe(script, { filter })));
  const insertsOnly = await subscribe(script, { event: 'INSERT' });
  for (const amount of [1, 2, 3, 10]) await addNote(null, 'filters', amount);
  for (const [index, [filter, expected]] of cases.entries()) {
    const found: number[] = [];
    while (found.length < expected.length) {
      const change = await subscribed[index]?.changes.next();
      found.push((change!.new as Note).amount);
    }
    assert.deepEqual(found, expected, filter);
  }
  for (const amount of [1, 2, 3, 10]) assert.equal(((await insertsOnly.changes.next()).new as Note).amount, amount);
});

test('a filter on an unreadable column gives no events', async () => {
  const { id: owner, client } = await signUp(site);
  const spy = await subscribe(client, { filter: 'secret_note=eq.hidden' });
  const honest = await subscribe(client);
  await addNote(owner, 'spied on');
  assert.equal(((await honest.changes.next()).new as Note).body, 'spied on');
  assert.equal(spy.changes.size, 0);
});

test('an unsupported filter is rejected with a reason', async () => {
  const client = site.client();
  const reasons = new Inbox<string>();
  client
    .channel('wrong')
    .on('postgres_changes', { event: '*', schema: 'public', table: 'notes', filter: 'body=like.a%' }, () => undefined)
    .subscribe((status, error) => reasons.put(`${status} ${error?.message ?? ''}`));
  assert.match(await reasons.next(), /^CHANNEL_ERROR The filter body=like.a% is not understood/);
});

test('a renewed token keeps the channel; an expired one ends it until it rejoins with a new one', async () => {
  const kept = await signUp(site, { heartbeatMs: 500 });
  const forKept = await subscribe(kept.client);
  const expiresAt = async () => (await kept.client.auth.getSession()).data.session?.expires_at ?? 0;
  const firstExpiry = await expiresAt();
  const left = await signUp(site);
  const forLeft = await subscribe(left.client);
  // The token of this channel is never renewed: it gets an error after expiry and grace.
  await kept.client.auth.refreshSession();
  assert.equal(await forLeft.statuses.next(), 'CHANNEL_ERROR');
  assert.ok(Date.now() / 1000 > firstExpiry);
  await kept.client.auth.refreshSession();
  await kept.client.realtime.setAuth();
  await addNote(kept.id, 'still here');
  assert.equal(((await forKept.changes.next()).new as Note).body, 'still here');
  assert.equal(forKept.statuses.size, 0);
  await left.client.auth.refreshSession();
  await left.client.realtime.setAuth();
  while ((await forLeft.statuses.next()) !== 'SUBSCRIBED');
  await addNote(left.id, 'back again');
  assert.equal(((await forLeft.changes.next()).new as Note).body, 'back again');
});
