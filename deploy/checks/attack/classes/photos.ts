import { randomUUID } from 'node:crypto';
import { poll } from '../../../backend/testing/poll.ts';
import { jpeg, webp } from '../../../backend/testing/photos.ts';
import type { AttackCase, AttackClass } from '../attack-class.ts';
import type { AttackedSite, Attacker } from '../open-attacked-site.ts';

const outsiders: Attacker[] = ['visitor', 'stranger'];
const script = '<script>alert(1)</script>';

/** A photo of the customer's bike, and a job of another mechanic, to which none of these actors may add photos. */
interface Photos {
  /** Name of the photo in its bucket. */
  name: string;
  /** Opened a second ago, for a second. */
  expired: string;
  /** The booking that is closed. */
  closed: string;
}

/** What the storage answers to one request. */
async function ask(
  site: AttackedSite,
  as: Attacker,
  path: string,
  {
    method = 'GET',
    body,
    headers = {},
  }: { method?: string; body?: Buffer | object; headers?: Record<string, string> } = {},
): Promise<{ status: number; text: string }> {
  const json = body !== undefined && !Buffer.isBuffer(body);
  const answer = await fetch(`${site.url}/storage/v1/${path}`, {
    method,
    headers: {
      ...{ apikey: site.shop.site.backend.anonKey, authorization: `Bearer ${site.tokens[as]}` },
      ...(json && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: json ? JSON.stringify(body) : new Uint8Array(body as Buffer) }),
  });
  return { status: answer.status, text: await answer.text() };
}

type StorageRequest = Parameters<typeof ask> extends [AttackedSite, Attacker, ...infer Rest] ? Rest : never;

/** A request that is answered with a refusal. */
function refusal(tries: string, as: Attacker, ...request: StorageRequest): AttackCase {
  return {
    tries: `${tries} (${as})`,
    run: async (site) => {
      const { status, text } = await ask(site, as, ...request);
      if (status < 400 || status > 499) throw new Error(`answered ${status} ${text.slice(0, 120)}`);
    },
  };
}

/** A request that may be answered, but shows and changes nothing of the photo. */
function nothing(tries: string, as: Attacker, photo: string, ...request: StorageRequest): AttackCase {
  return {
    tries: `${tries} (${as})`,
    run: async (site) => {
      const { status, text } = await ask(site, as, ...request);
      const file = photo.split('/').at(-1)!;
      if (status >= 500 || text.includes(file)) throw new Error(`answered ${status} ${text.slice(0, 160)}`);
    },
  };
}

async function prepare(site: AttackedSite): Promise<Photos> {
  const { shop } = site;
  const { sql } = shop.site.backend;
  const booked = await shop.book(shop.customer.client);
  const closed = await shop.book(shop.customer.client);
  // Of a mechanic who attacks nothing.
  await sql`update service_bookings set status = 'inspecting', mechanic = 'Another mechanic' where id = ${booked.id}`;
  await sql`update service_bookings set status = 'cancelled' where id = ${closed.id}`;
  const name = `${booked.id}/check-in/${randomUUID()}.webp`;
  const bucket = shop.boss.client.storage.from('job-photos');
  const { error } = await bucket.upload(name, new Blob([new Uint8Array(webp())], { type: 'image/webp' }));
  if (error) throw error;
  const { data } = await shop.customer.client.storage.from('job-photos').createSignedUrl(name, 1);
  const expired = data!.signedUrl;
  await poll('the address has expired', async () => (await fetch(expired)).status === 400);
  return {
    name,
    expired: new URL(expired).pathname.replace('/storage/v1/', '') + new URL(expired).search,
    closed: closed.id,
  };
}

/** Names of another's photo, of no photo, and of the folder above. */
function foreignNames({ name, closed }: Photos): [string, string][] {
  const [booking] = name.split('/');
  return [
    ['a job of another mechanic', `${booking}/check-in/${randomUUID()}.webp`],
    ['a booking that is closed', `${closed}/check-in/${randomUUID()}.webp`],
    ['a booking that does not exist', `${randomUUID()}/check-in/${randomUUID()}.webp`],
    ['a name of no subject', `${booking}/anything/${randomUUID()}.webp`],
    ['the folder above', `${booking}/..%2f..%2f${randomUUID()}.webp`],
  ];
}

/** Files that are no photo, or more than one. */
const badFiles: [string, Buffer, string][] = [
  ['a page as a photo', Buffer.from(`<!doctype html>${script}`), 'webp'],
  ['a drawing that runs script', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`), 'webp'],
  ['a WebP under the name of a JPEG', webp(), 'jpg'],
  ['a JPEG under the name of a WebP', jpeg(), 'webp'],
  ['a photo with a page behind it', webp({ behind: script }), 'webp'],
  ['a photo that says where it was taken', jpeg({ segments: [[0xe1, 'Exif']] }), 'jpg'],
  ['a photo larger than the bucket takes', webp({ size: 1024 * 1024 }), 'webp'],
  ['a file of 20 MB', webp({ size: 20 * 1024 * 1024 }), 'webp'],
  ['an empty file', Buffer.alloc(0), 'webp'],
];

export const photos: AttackClass = {
  name: 'photos',
  async cases(site) {
    const known = await prepare(site);
    const { name, expired } = known;
    const [booking] = name.split('/');
    const image = { method: 'POST', body: webp(), headers: { 'content-type': 'image/webp' } };
    const stolen = { 'x-booking-key': site.guest.manage_token };
    return [
      ...outsiders.flatMap((as) => [
        refusal('downloads a photo', as, `object/authenticated/job-photos/${name}`),
        refusal('downloads it as if it were public', as, `object/public/job-photos/${name}`),
        refusal('downloads it with the key of another booking', as, `object/authenticated/job-photos/${name}`, {
          headers: stolen,
        }),
        refusal('signs an address', as, `object/sign/job-photos/${name}`, { method: 'POST', body: { expiresIn: 60 } }),
        nothing('lists a folder', as, name, 'object/list/job-photos', {
          method: 'POST',
          body: { prefix: `${booking}/check-in`, limit: 100 },
        }),
        nothing('removes a photo', as, `none/${randomUUID()}`, 'object/job-photos', {
          method: 'DELETE',
          body: { prefixes: [name] },
        }),
        refusal('opens an address that has expired', as, expired),
        refusal(
          'opens an address with a signature of its own',
          as,
          expired.replace(/token=.*/, `token=9999999999.${'A'.repeat(43)}`),
        ),
        refusal('opens another photo with an address', as, expired.replace('check-in', 'concern-1')),
      ]),
      ...(['visitor', 'stranger', 'customer', 'mechanic', 'accountant'] as const).flatMap((as) =>
        foreignNames(known).map(([where, path]) =>
          refusal(`adds a photo to ${where}`, as, `object/job-photos/${path}`, image),
        ),
      ),
      ...badFiles.map(([what, body, ending]) =>
        refusal(`adds ${what}`, 'boss', `object/job-photos/${booking}/point-1/${randomUUID()}.${ending}`, {
          ...{ method: 'POST', body, headers: { 'content-type': ending === 'jpg' ? 'image/jpeg' : 'image/webp' } },
        }),
      ),
      refusal('replaces a photo', 'boss', `object/job-photos/${name}`, {
        ...image,
        headers: { ...image.headers, 'x-upsert': 'true' },
      }),
    ];
  },
};
