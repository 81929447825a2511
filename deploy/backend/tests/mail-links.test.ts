// What a link in a mail does: nothing when it is opened, once what it says when its page sends its secret.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { addressed } from '../testing/addressed.ts';
import type { TestBackend } from '../testing/test-backend.ts';
import { signUp, startTestBackend } from '../testing/test-backend.ts';

let site: TestBackend;
before(async () => {
  site = await startTestBackend({ trustProxy: true });
});
after(() => site.stop());

type Kind = 'signup' | 'recovery' | 'magiclink' | 'email_change';
/** The address of the newest mail's link and what is in its fragment. */
function newestLink(): { url: URL; secret: string; kind: Kind; next: string } {
  const url = new URL(site.mails.at(-1)?.link ?? '');
  const fragment = new URLSearchParams(url.hash.slice(1));
  return {
    url,
    secret: fragment.get('link') ?? '',
    kind: (fragment.get('type') ?? '') as Kind,
    next: fragment.get('next') ?? '',
  };
}
const press = ({ secret, kind } = newestLink(), client = site.client()) =>
  client.auth.verifyOtp({ token_hash: secret, type: kind });

async function askReset(): Promise<string> {
  const { email } = await signUp(site);
  await site.client().auth.resetPasswordForEmail(email, { redirectTo: `${site.url}/auth?reset=1` });
  return email;
}

test('a link leads to a page of the site, with 256 random bits that no server and no log sees', async () => {
  await askReset();
  const { url, secret, kind, next } = newestLink();
  assert.equal(`${url.origin}${url.pathname}${url.search}`, `${site.url}/auth`);
  assert.deepEqual([kind, next], ['recovery', '/auth?reset=1']);
  assert.equal(Buffer.from(secret, 'base64url').length, 32);
  const [row] = await site.backend.sql`select string_agg(t::text, ' ') as rows from backend.mail_codes t`;
  assert.ok(!String(row?.['rows']).includes(secret), 'the database keeps only a hash');
});

test('pressed, it signs in once', async () => {
  const email = await askReset();
  const link = newestLink();
  const browser = site.client();
  assert.equal((await press(link, browser)).error, null);
  assert.equal((await browser.auth.getUser()).data.user?.email, email);
  assert.equal((await press(link)).error?.code, 'otp_expired');
});

test('two presses at the same time sign in once', async () => {
  await askReset();
  const link = newestLink();
  const answers = await Promise.all([press(link), press(link), press(link)]);
  assert.equal(answers.filter(({ error }) => error === null).length, 1);
});

test('scanners that open it with GET and HEAD, as this or as the older address, use nothing up', async () => {
  await askReset();
  const link = newestLink();
  for (const method of ['HEAD', 'GET', 'GET']) {
    const older = `${site.url}/auth/v1/verify?token=${link.secret}&type=recovery&redirect_to=${site.url}/auth?reset=1`;
    const opened = await fetch(older, { method, redirect: 'manual' });
    assert.equal(opened.status, 303);
    assert.equal(opened.headers.get('location'), link.url.href);
    assert.doesNotMatch(opened.headers.get('location') ?? '', /access_token/);
  }
  assert.equal((await press(link)).error, null);
});

test('what lite would accept, a hash of mailbox and code, opens nothing', async () => {
  const email = await askReset();
  const code = site.mails.at(-1)?.code ?? '';
  const hash = createHash('sha256').update(`${email}${code}`).digest('hex');
  assert.equal((await press({ ...newestLink(), secret: hash })).error?.code, 'otp_expired');
  const both = { token_hash: hash, token: code, email, type: 'recovery' };
  const answer = await addressed(site, '203.0.113.1').send('/verify', both);
  assert.equal(answer.status, 403);
});

test('wrong links count for the address that tries them, and stop no right one', async () => {
  await askReset();
  const link = newestLink();
  const pest = addressed(site, '198.51.100.1');
  let status = 0;
  for (let times = 0; status !== 429 && times < 200; times += 1)
    ({ status } = await pest.send('/verify', { token_hash: `guess ${times}`, type: 'recovery' }));
  assert.equal(status, 429);
  const neighbour = addressed(site, '198.51.100.1');
  assert.equal((await neighbour.send('/verify', { token_hash: link.secret, type: link.kind })).status, 200);
});

test('the page after it belongs to this site', async () => {
  const { email } = await signUp(site);
  for (const wanted of ['https://evil.example/steal', 'javascript:alert(1)', `${site.url}@evil.example/`]) {
    await site.client().auth.resetPasswordForEmail(email, { redirectTo: wanted });
    assert.deepEqual([newestLink().url.origin, newestLink().next], [site.url, '/']);
    const older = new URL(`${site.url}/auth/v1/verify?token=x&type=recovery`);
    older.searchParams.set('redirect_to', wanted);
    const opened = await fetch(older, { redirect: 'manual' });
    assert.equal(new URL(opened.headers.get('location') ?? '').origin, site.url);
  }
});

test('the link that confirms a new address changes it once', async () => {
  const { client } = await signUp(site);
  await client.auth.updateUser({ email: 'moved-by-link@example.in' });
  const link = newestLink();
  assert.equal(link.kind, 'email_change');
  assert.equal((await press(link)).data.user?.email, 'moved-by-link@example.in');
  assert.equal((await press(link)).error?.code, 'otp_expired');
});

/** Two browsers sign up with one address; the newest mail is that of the stranger. */
async function signUpTwice(email: string) {
  const [owner, stranger] = [addressed(site, '203.0.113.20'), addressed(site, '198.51.100.20')];
  await owner.send('/signup', { email, password: 'password of the owner', data: { full_name: 'Asha Patil' } });
  const own = { code: site.mails.at(-1)?.code, link: newestLink() };
  await stranger.send('/signup', { email, password: 'password of a stranger', data: { full_name: 'Mallory' } });
  const newest = newestLink();
  const pressIn = (browser: typeof owner, { secret, kind } = newest) =>
    browser.send('/verify', { token_hash: secret, type: kind });
  return { owner, own, pressIn };
}
const canSignIn = async (email: string, password: string) =>
  (await site.client().auth.signInWithPassword({ email, password })).error?.code ?? 'yes';

test('of two sign-ups the one of the browser counts that confirms the address, by any link or by its code', async () => {
  const byOwnLink = await signUpTwice('twice@example.in');
  assert.equal((await byOwnLink.pressIn(byOwnLink.owner, byOwnLink.own.link)).status, 200, 'the older of the two');
  const byNewest = await signUpTwice('twice-by-newest@example.in');
  assert.equal((await byNewest.pressIn(byNewest.owner)).status, 200);
  const { owner, own } = await signUpTwice('twice-by-code@example.in');
  const code = { email: 'twice-by-code@example.in', token: own.code, type: 'signup' };
  assert.equal((await owner.send('/verify', code)).status, 200);
  for (const email of ['twice@example.in', 'twice-by-newest@example.in', 'twice-by-code@example.in']) {
    assert.equal(await canSignIn(email, 'password of the owner'), 'yes');
    assert.equal(await canSignIn(email, 'password of a stranger'), 'invalid_credentials');
    const [profile] = await site.backend.sql`
      select p.full_name from profiles p join auth.users u on u.id = p.user_id where u.email = ${email}`;
    assert.equal(profile?.['full_name'], 'Asha Patil');
  }
});

test('confirmed in a third browser, neither password counts: its owner chooses a new one', async () => {
  const email = 'thrice@example.in';
  const { pressIn } = await signUpTwice(email);
  assert.equal((await pressIn(addressed(site, '203.0.113.21'))).status, 200);
  for (const password of ['password of the owner', 'password of a stranger'])
    assert.equal(await canSignIn(email, password), 'invalid_credentials');
  await site.client().auth.resetPasswordForEmail(email);
  assert.equal((await press()).error, null);
});

test('a single sign-up may be confirmed in another browser, and cannot sign in before', async () => {
  const email = 'once@example.in';
  await addressed(site, '203.0.113.22').send('/signup', { email, password: 'password of the owner' });
  assert.equal(await canSignIn(email, 'password of the owner'), 'email_not_confirmed');
  assert.equal((await press()).error, null);
  assert.equal(await canSignIn(email, 'password of the owner'), 'yes');
});

test('no mail with a code makes an account or confirms an address', async () => {
  const email = 'never-signed-up@example.in';
  const sent = site.mails.length;
  assert.equal((await site.client().auth.signInWithOtp({ email })).error, null);
  assert.equal((await site.client().auth.resetPasswordForEmail(email)).error, null);
  assert.equal(site.mails.length, sent);
  const rows = await site.backend.sql`select 1 from auth.users where email = ${email}`;
  assert.equal(rows.length, 0);
});

test('a sign-up whose mail server fails is answered, and the failure is logged', async () => {
  const logged: string[] = [];
  const broken = await startTestBackend({
    logger: { info: () => undefined, warn: () => undefined, error: (sentence) => void logged.push(sentence) },
    mailAdapter: { send: () => Promise.reject(new Error('no mail server')) },
  });
  const { error } = await broken.client().auth.signUp({ email: 'a@example.in', password: 'correct horse' });
  await broken.stop();
  assert.equal(error, null);
  assert.deepEqual(logged, ['A mail could not be sent: no mail server.']);
});
