import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase, rejected, rpc } from './open-database.ts';
import type { JsonObject, TestDatabase } from './open-database.ts';
import { mondayMorning } from './booking-request.ts';

let db: TestDatabase;
before(async () => {
  db = await openDatabase();
});
after(() => db.close());

async function clean(kind: 'phone' | 'name' | 'plate' | 'email', value: string): Promise<string | null> {
  const [row] = await db.sql.unsafe<{ clean: string | null }[]>(`select private.clean_${kind}($1) as clean`, [value]);
  return row?.clean ?? null;
}

const samples: Record<'phone' | 'name' | 'plate' | 'email', [string, string | null][]> = {
  phone: [
    ['9822012345', '+919822012345'],
    ['+91 98220 12345', '+919822012345'],
    ['09822012345', '+919822012345'],
    ['91-98220-12345', '+919822012345'],
    ['9122012345', '+919122012345'],
    ['5822012345', null],
    ['98220123', null],
    ['98220123456', null],
    ['+1 9822012345', null],
    ['', null],
  ],
  plate: [
    ['MH12AB1234', 'MH12AB1234'],
    ['mh 12 ab 1234', 'MH12AB1234'],
    ['MH-14-D-77', 'MH14D0077'],
    ['DL3CAA1111', 'DL3CAA1111'],
    ['22BH1234AA', '22BH1234AA'],
    ['23BH0001A', '23BH0001A'],
    ['XX12AB1234', null],
    ['MH12AB0000', null],
    ['22BH123AA', null],
    ['22BH1234IO', null],
    ['20BH1234AA', null],
    ['99BH1234AA', null],
    ["MH12'; drop table x", null],
  ],
  name: [
    ['  Asha   Kulkarni ', 'Asha Kulkarni'],
    ["D'Souza", "D'Souza"],
    ['आशा कुलकर्णी', 'आशा कुलकर्णी'],
    ['José-María O’Neill Jr.', 'José-María O’Neill Jr.'],
    ['A', null],
    ['4sha', null],
    ['-Asha', null],
    ['<b>Asha</b>', null],
    ['Asha 😀', null],
    ['https://spam.example', null],
    ['x'.repeat(61), null],
  ],
  email: [
    ['name@example.com', 'name@example.com'],
    [' name+tag@mail.example.co.in ', 'name+tag@mail.example.co.in'],
    ['name@example', null],
    ['a@b@example.com', null],
    ['na me@example.com', null],
    [`${'x'.repeat(250)}@example.com`, null],
  ],
};
for (const kind of ['phone', 'plate', 'name', 'email'] as const) {
  test(`accepts valid values of ${kind} and rejects others`, async () => {
    for (const [typed, expected] of samples[kind]) assert.equal(await clean(kind, typed), expected, typed);
  });
}

test('sign-up creates a profile from its metadata', async () => {
  const user = await db.addUser('asha@example.com', { full_name: ' Asha  Kulkarni', phone: '90000 00012' });
  const [profile] = await db.sql`select full_name, phone, haptics from public.profiles where user_id = ${user}`;
  assert.deepEqual({ ...profile }, { full_name: 'Asha Kulkarni', phone: '+919000000012', haptics: true });
});

test('sign-up never fails because of its metadata or a missing e-mail or phone', async () => {
  for (const metadata of [
    {},
    { full_name: 7, phone: {} },
    { full_name: 'x'.repeat(9999), phone: 'call me' },
    [],
    'text',
    null,
  ]) {
    const [user] = await db.sql`
      insert into auth.users (raw_user_meta_data) values (${JSON.stringify(metadata)}::text::jsonb) returning id`;
    const [profile] =
      await db.sql`select full_name, phone from public.profiles where user_id = ${String(user?.['id'])}`;
    assert.deepEqual({ ...profile }, { full_name: null, phone: null });
  }
  await db.sql.begin(async (tx) => {
    await tx`alter table public.profiles add constraint broken check (user_id is null) not valid`;
    await tx`insert into auth.users (email) values ('still@example.com')`;
  });
  const [row] = await db.sql`select count(*)::int as n from auth.users where email = 'still@example.com'`;
  assert.equal(row?.['n'], 1);
  await db.sql`alter table public.profiles drop constraint broken`;
});

test('a profile is normalised when saved, and invalid fields are rejected with their codes', async () => {
  const user = await db.addUser('profile@example.com');
  const save = (values: JsonObject): Promise<unknown> =>
    db.undo({ as: { user } }, (tx) => tx`update public.profiles set ${tx(values)} returning *`.then(([row]) => row));
  const saved = (await save({
    full_name: ' Asha ',
    phone: '090000 00012',
    address_line: ' B-1204,  Heights ',
    area_slug: 'kondhwa',
  })) as JsonObject;
  assert.deepEqual(
    [saved['full_name'], saved['phone'], saved['address_line']],
    ['Asha', '+919000000012', 'B-1204, Heights'],
  );
  const wrong: [JsonObject, string][] = [
    [{ full_name: '4' }, 'full_name'],
    [{ phone: '123' }, 'phone'],
    [{ address_line: 'B' }, 'address_line'],
    [{ landmark: 'l'.repeat(81) }, 'landmark'],
    [{ area_slug: 'mumbai' }, 'area_slug'],
  ];
  for (const [values, field] of wrong) {
    const error = await rejected(save(values));
    assert.deepEqual([error.code, error.hint], ['PT422', field]);
  }
});

function callback(args: JsonObject): Promise<JsonObject> {
  return db.keep({ as: 'anon', at: mondayMorning }, (tx) => rpc(tx, 'request_callback', args));
}

test('a rider with an unlisted bike or an unserved PIN can request a call back', async () => {
  const args = { kind: 'unlisted_bike', name: 'Asha', phone: '9000000021', details: { bike: ' Bajaj  Pulsar 150' } };
  const { id } = await callback(args);
  const [row] =
    await db.sql`select kind, phone, bike, handled_at from public.callback_requests where id = ${String(id)}`;
  assert.deepEqual(
    { ...row },
    { kind: 'unlisted_bike', phone: '+919000000021', bike: 'Bajaj Pulsar 150', handled_at: null },
  );
  await callback({ kind: 'unserved_pin', name: 'Asha', phone: '9000000021', details: { pin: '411 038' } });
  await callback({
    kind: 'message',
    name: 'Asha',
    phone: '9000000021',
    details: { message: 'Do you fit crash guards?' },
  });
});

test('an incomplete call-back request is rejected with its code', async () => {
  const good = { kind: 'message', name: 'Asha', phone: '9000000022', details: { message: 'Hello' } };
  const wrong: [JsonObject, string][] = [
    [{ kind: 'spam' }, 'kind'],
    [{ name: '' }, 'name'],
    [{ phone: '1' }, 'phone'],
    [{ details: {} }, 'message'],
    [{ details: { message: 'm'.repeat(501) } }, 'message_too_long'],
    [{ kind: 'unlisted_bike' }, 'bike'],
    [{ kind: 'unserved_pin', details: { pin: '12' } }, 'pin_form'],
    [{ details: { message: 'Hello', website: 'x' } }, 'website'],
  ];
  for (const [changes, field] of wrong) {
    const error = await rejected(callback({ ...good, ...changes }));
    assert.deepEqual([error.code, error.hint], ['PT422', field], JSON.stringify(changes));
  }
});

test('a number can request five call-backs a day', async () => {
  const args = { kind: 'message', name: 'Asha', phone: '9000000023', details: { message: 'Hello' } };
  for (let i = 0; i < 5; i += 1) await callback(args);
  const error = await rejected(callback(args));
  assert.deepEqual([error.code, error.hint], ['PT429', 'too_many_callbacks']);
  await db.keep({ as: 'anon', at: '2026-11-24T08:00:01+05:30' }, (tx) => rpc(tx, 'request_callback', args));
});
