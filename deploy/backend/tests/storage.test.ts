import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createClient } from '@supabase/supabase-js';
import type { SupabaseClient } from '@supabase/supabase-js';
import { nodeWebSocket } from '../realtime/node-web-socket.ts';
import { openAttackedShop, type AttackedBooking, type AttackedShop } from '../testing/attacked-shop.ts';
import { poll } from '../testing/poll.ts';
import { jpeg, webp } from '../testing/photos.ts';

/** Photos through an unchanged storage-js, on the policies of the real schema. */

let shop: AttackedShop;
let booking: AttackedBooking;
before(async () => {
  shop = await openAttackedShop();
  booking = await shop.book(shop.customer.client);
  await shop.site.backend.sql`update service_bookings set status = 'inspecting' where id = ${booking.id}`;
});
after(() => shop.site.stop());

const photosOf = (client: SupabaseClient) => client.storage.from('job-photos');
const newName = (subject = 'check-in', ending = 'webp') => `${booking.id}/${subject}/${randomUUID()}.${ending}`;
const blob = (bytes: Buffer, type = 'image/webp') => new Blob([new Uint8Array(bytes)], { type });
const filesOnDisk = () => readdirSync(join(shop.site.dataFolder, 'storage')).length;

async function add(name = newName(), bytes = webp()): Promise<string> {
  const { error } = await photosOf(shop.boss.client).upload(name, blob(bytes));
  assert.equal(error, null, JSON.stringify(error));
  return name;
}

/** A visitor who sends the key of a booking, as a page that was opened by its link does. */
function guestWith(token: string): SupabaseClient {
  const { url, backend } = shop.site;
  return createClient(url, backend.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: nodeWebSocket },
    global: { headers: { 'x-booking-key': token } },
  });
}

test('staff add a photo; they and the customer read it, by account or by link', async () => {
  const bytes = webp({ size: 40_000 });
  const name = await add(newName('point-brake-pads-front'), bytes);
  for (const client of [shop.boss.client, shop.customer.client, guestWith(booking.manage_token)]) {
    const { data, error } = await photosOf(client).download(name);
    assert.equal(error, null, JSON.stringify(error));
    assert.deepEqual(Buffer.from(await data!.arrayBuffer()), bytes);
    assert.equal(data!.type, 'image/webp');
  }
});

test('other people find, list and sign no photo', async () => {
  const name = await add();
  const other = await shop.book(shop.stranger.client);
  for (const client of [shop.visitor, shop.stranger.client, guestWith(other.manage_token), guestWith('0'.repeat(64))]) {
    const { error } = await photosOf(client).download(name);
    assert.equal((error as { statusCode?: string } | null)?.statusCode ?? 'none', '404');
    assert.deepEqual((await photosOf(client).list(`${booking.id}/check-in`)).data, []);
    assert.equal((await photosOf(client).createSignedUrl(name, 60)).data, null);
    const many = await photosOf(client).createSignedUrls([name], 60);
    assert.deepEqual(
      many.data?.map(({ signedUrl }) => signedUrl),
      [null],
    );
    assert.deepEqual((await photosOf(client).remove([name])).data ?? [], []);
  }
  assert.equal((await photosOf(shop.boss.client).download(name)).error, null);
});

test('only staff add photos, to a job that is going on, under its own name', async () => {
  const before = filesOnDisk();
  for (const client of [shop.visitor, shop.stranger.client, shop.customer.client, guestWith(booking.manage_token)])
    assert.equal((await photosOf(client).upload(newName(), blob(webp()))).error?.statusCode, '403');
  const closed = await shop.book(shop.customer.client);
  await shop.site.backend.sql`update service_bookings set status = 'completed' where id = ${closed.id}`;
  const names = [
    ...[closed.id, randomUUID()].map((id) => `${id}/check-in/${randomUUID()}.webp`),
    ...[
      newName('point-'),
      newName('point-Pads'),
      newName('anything'),
      `${booking.id}/${randomUUID()}.webp`,
      `${booking.id}/check-in/a.webp`,
    ],
  ];
  for (const name of names)
    assert.equal((await photosOf(shop.boss.client).upload(name, blob(webp()))).error?.statusCode, '403', name);
  assert.equal(filesOnDisk(), before, 'a refused file is not kept');
});

test('a file that is no photo, is too large or says where it was taken is refused', async () => {
  const script = '<script>alert(1)</script>';
  const cases: [string, Buffer, string][] = [
    ['415', Buffer.from(script), 'webp'],
    ['415', webp({ behind: script }), 'webp'],
    ['415', webp(), 'jpg'],
    ['422', jpeg({ segments: [[0xe1, 'Exif']] }), 'jpg'],
    ['413', webp({ size: 1024 * 1024 }), 'webp'],
    ['413', webp({ size: 1200 * 1024 }), 'webp'],
  ];
  for (const [status, bytes, ending] of cases) {
    const { error } = await photosOf(shop.boss.client).upload(newName('point-1', ending), blob(bytes));
    assert.equal(error?.statusCode ?? String((error as { status?: number } | null)?.status), status);
  }
  assert.equal((await photosOf(shop.boss.client).upload(newName('point-1', 'jpg'), blob(jpeg()))).error, null);
});

test('a photo that is sent again stays one photo, and is never replaced', async () => {
  const name = await add();
  const again = await photosOf(shop.boss.client).upload(name, blob(webp({ size: 99 })));
  assert.equal(again.error?.statusCode, '409');
  const upsert = await photosOf(shop.boss.client).upload(name, blob(webp({ size: 99 })), { upsert: true });
  assert.equal(upsert.error?.statusCode, '403');
  const { data } = await photosOf(shop.boss.client).download(name);
  assert.deepEqual(Buffer.from(await data!.arrayBuffer()), webp());
});

test('a signed address opens one photo to whoever has it, until it expires', async () => {
  const name = await add();
  const other = await add();
  const { data } = await photosOf(guestWith(booking.manage_token)).createSignedUrl(name, 60);
  const address = data!.signedUrl;
  const answer = await fetch(address);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'image/webp');
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
  assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), webp());
  const token = new URL(address).searchParams.get('token')!;
  const [expires, signature] = token.split('.');
  const forged = [
    address.replace(name, other),
    address.replace(token, `${Number(expires) + 1}.${signature}`),
    address.replace(token, `${expires}.${'A'.repeat(43)}`),
    address.replace(/\?.*/, ''),
  ];
  for (const one of forged) assert.equal((await fetch(one)).status, 400, one);
  const short = await photosOf(shop.customer.client).createSignedUrl(name, 1);
  await poll('the address has expired', async () => (await fetch(short.data!.signedUrl)).status === 400);
});

test('folders list their own entries, and only staff remove photos', async () => {
  const [first, second] = [await add(newName('concern-1')), await add(newName('concern-1'))];
  const listed = await photosOf(shop.customer.client).list(`${booking.id}/concern-1`);
  assert.deepEqual(listed.data?.map(({ name }) => `${booking.id}/concern-1/${name}`).sort(), [first, second].sort());
  const folders = (await photosOf(shop.customer.client).list(booking.id)).data ?? [];
  assert.ok(folders.some(({ name, id }) => name === 'concern-1' && id === null));
  const before = filesOnDisk();
  assert.deepEqual((await photosOf(shop.customer.client).remove([first])).data, []);
  const removed = await photosOf(shop.boss.client).remove([first]);
  assert.deepEqual(
    removed.data?.map(({ name }) => name),
    [first],
  );
  assert.equal(filesOnDisk(), before - 1);
  assert.ok((await photosOf(shop.boss.client).download(first)).error);
});

test('one subject has at most eight photos', async () => {
  for (let index = 0; index < 8; index += 1) await add(newName('point-20'));
  const { error } = await photosOf(shop.boss.client).upload(newName('point-20'), blob(webp()));
  assert.equal(error?.statusCode, '403');
});

test('odd requests are answered, not served', async () => {
  const { url, backend } = shop.site;
  const headers = { apikey: backend.anonKey, 'content-type': 'application/json' };
  const ask = async (method: string, path: string, body?: string) =>
    (await fetch(`${url}/storage/v1/${path}`, { method, headers, ...(body ? { body } : {}) })).status;
  assert.equal(await ask('GET', 'bucket'), 404);
  assert.equal(await ask('PUT', `object/job-photos/${newName()}`, 'x'), 404);
  assert.equal(await ask('GET', 'object/job-photos/..%2f..%2fsecrets.json'), 404);
  assert.equal(await ask('POST', 'object/list/job-photos', '{'), 400);
  assert.equal(await ask('POST', 'object/sign/job-photos', '{"expiresIn":1e9,"paths":["a"]}'), 400);
  assert.equal(await ask('POST', 'object/elsewhere/a.webp', 'x'), 404);
  assert.equal(await ask('DELETE', 'object/job-photos', '{"prefixes":[]}'), 400);
  const expired = await fetch(`${url}/storage/v1/object/job-photos/${newName()}`, {
    headers: { ...headers, authorization: 'Bearer not.a.token' },
  });
  assert.equal(expired.status, 401);
});
