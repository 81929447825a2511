// A shop with its own limits while strangers flood it: known customers sign in and book, guests notice nothing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callShop, shopRequest } from '../../backend/testing/shop-process.ts';
import { addressed, type AddressedBrowser } from '../../backend/testing/addressed.ts';
import { poll } from '../../backend/testing/poll.ts';
import { signUp } from '../../backend/testing/test-backend.ts';
import type { TestBackend } from '../../backend/testing/test-backend.ts';
import { isWholeSuite } from '../../supabase/tests/whole-suite.ts';
import { startFlood } from './flood.ts';
import { startRealSite } from './open-attacked-site.ts';

/** Of the customers, in turn. */
const visits = isWholeSuite ? 9 : 3;

let site: TestBackend;
let now = Date.parse('2026-11-23T10:00:00+05:30');
let windows: { date: string; start: string }[];
before(async () => {
  site = await startRealSite({ trustProxy: true, clock: () => now });
  const { body } = await callShop({ url: site.url, anonKey: site.backend.anonKey }, 'list_slots', {
    ...{ mode: 'workshop', days: 31, model: 'royal-enfield/classic-350' },
    items: [{ id: 'oil-change', quantity: 1 }],
  });
  const days = body['days'] as { date: string; windows: { start: string; free: number }[] }[];
  windows = days.flatMap(({ date, windows: all }) =>
    all.filter(({ free }) => free > 1).map(({ start }) => ({ date, start })),
  );
});
after(() => site.stop());

let next = 0;
/** Books another free window, from a network address. */
async function book(address: string, phone: number, token = site.backend.anonKey): Promise<[number, string?]> {
  const window = windows[(next += 1) % windows.length];
  assert.ok(window);
  const answer = await fetch(`${site.url}/rest/v1/rpc/create_booking`, {
    method: 'POST',
    headers: {
      ...{ apikey: site.backend.anonKey, authorization: `Bearer ${token}` },
      ...{ 'content-type': 'application/json', 'x-forwarded-for': address },
    },
    body: JSON.stringify({ request: shopRequest(phone, window) }),
  });
  const { hint } = (await answer.json()) as { hint?: string };
  return hint === undefined || hint === null ? [answer.status] : [answer.status, hint];
}

test('an ordinary guest books with no additional step', async () => {
  assert.deepEqual(await book('203.0.113.200', 800_000_001), [200]);
});

test('30 guests behind one IPv4 address book within an hour, and none is asked for a code', async () => {
  const got: unknown[] = [];
  for (let guest = 0; guest < 30; guest += 1) {
    now += 2 * 60_000;
    got.push(await book('203.0.113.201', 801_000_000 + guest));
  }
  assert.deepEqual(
    got,
    Array.from({ length: 30 }, () => [200]),
  );
});

interface Known {
  person: { email: string; password: string };
  home: AddressedBrowser;
  address: string;
  phone: string;
}

/** A customer who has signed in with a password and with a code in the browser at home. */
async function becomeKnown(at: number): Promise<Known> {
  const person = await signUp(site);
  const address = `203.0.113.${210 + at}`;
  const home = addressed(site, address);
  const phone = `+91982230000${at}`;
  assert.equal((await home.signIn(person.email, person.password)).status, 200);
  assert.equal(await signInByCode(home, phone), 200);
  return { person, home, address, phone };
}

/** Requests a code and enters it. At the same time strangers may have requested others for the number. */
async function signInByCode(home: AddressedBrowser, phone: string): Promise<number> {
  now += 31_000;
  const before = site.sms.length;
  let { status } = await home.send('/otp', { phone });
  if (status !== 200) return status;
  for (const { to, values } of site.sms.slice(before)) {
    if (to !== phone) continue;
    ({ status } = await home.send('/verify', { phone, token: values['code'], type: 'sms' }));
    if (status === 200) break;
  }
  return status;
}

/** Signs in by the code of a mail. */
async function signInByMail(home: AddressedBrowser, email: string): Promise<number> {
  const sent = () => site.mails.filter(({ to, kind }) => to === email && kind === 'sign_in_code');
  const before = sent().length;
  const { status } = await home.send('/otp', { email, create_user: false });
  if (status !== 200) return status;
  const code = await poll('the mail', async () => sent().slice(before).at(-1)?.code);
  return (await home.send('/verify', { email, token: code, type: 'email' })).status;
}

test('while strangers flood codes, passwords, links and calls, a known customer signs in and books all the time', async () => {
  const customers = await Promise.all([1, 2, 3].map((at) => becomeKnown(at)));
  const [{ person, phone, address }] = customers as [Known];
  const flood = (addressOf: (round: number) => string) =>
    startFlood(site, { email: person.email, phone }, addressOf, () => (now += 1_000));
  const strangers = [
    flood((round) => (round % 2 ? `2001:db8:${round.toString(16)}::1` : `198.51.${(round >> 8) & 255}.${round & 255}`)),
    flood(() => '198.18.0.1'),
    flood(() => address),
  ];
  const count = (isCounted: (status: number) => boolean) =>
    strangers
      .flatMap(({ statuses }) => [...statuses])
      .reduce((sum, [status, times]) => sum + (isCounted(status) ? times : 0), 0);
  const isSlowed = (status: number) => status === 429;
  try {
    for (let visit = 0; visit < visits; visit += 1) {
      now += 5 * 60_000;
      const { person, home, address, phone } = customers[visit % customers.length]!;
      const signedIn = await home.signIn(person.email, person.password);
      assert.equal(signedIn.status, 200, `sign-in ${visit} with the password`);
      const { access_token } = (await signedIn.json()) as { access_token: string };
      assert.deepEqual(await book(address, Number(phone.slice(4)), access_token), [200], `booking ${visit}`);
      // An account has one code of a mail: each mail to the mailbox that strangers flood, at most 15 an hour, replaces it.
      if (visit % 4 === 1) assert.equal(await signInByMail(home, person.email), 200, `sign-in ${visit} with a mail`);
      if (visit < 6) assert.equal(await signInByCode(home, phone), 200, `sign-in ${visit} with the code`);
      assert.equal((await fetch(`${site.url}/faq`)).status, 200);
    }
    // The customers need not take long: the flood goes on until it has shown that it is one.
    await poll('the strangers to be slowed', async () => count(() => true) > 300 && count(isSlowed) > 50);
  } finally {
    await Promise.all(strangers.map((stranger) => stranger.end()));
  }
  assert.equal(
    count((status) => status >= 500),
    0,
  );
});
