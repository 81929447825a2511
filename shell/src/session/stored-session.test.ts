/** @jest-environment jsdom */
import { download, sessionOf, startTab } from '../testing/start-tab.ts';

const whole = sessionOf('asha');
const wrong = [0, -1, 1e308, true, null, [], ['x'], {}, { a: 1 }, '', 'x', '\0', '__proto__', 'x'.repeat(100_000)];

/** Texts that something else, or someone, has stored where the session is kept. */
const stored: Record<string, string> = {
  nothing: '',
  'no JSON': 'token',
  'half of it': JSON.stringify(whole).slice(0, 100),
  text: '"token"',
  number: '7',
  flag: 'true',
  null: 'null',
  list: '[]',
  'list of sessions': JSON.stringify([whole]),
  object: '{}',
  'deep list': `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  huge: JSON.stringify('x'.repeat(4_000_000)),

  prototype: '{"__proto__":{"access_token":"x","refresh_token":"y","expires_at":9999999999}}',
  expired: JSON.stringify({ ...whole, expires_at: 1 }),
  'expired and empty': JSON.stringify({ ...whole, expires_at: 1, refresh_token: '' }),
  ...Object.fromEntries(
    (['access_token', 'refresh_token', 'expires_at', 'user'] as const).flatMap((field) =>
      wrong
        // What only the server can judge: a token that is a text, a time that is a number in the future.
        .filter((value) => !(field.endsWith('token') && typeof value === 'string' && value !== ''))
        .map((value) => [
          `${field} = ${JSON.stringify(value).slice(0, 20)}`,
          JSON.stringify({ ...whole, [field]: value }),
        ]),
    ),
  ),
  ...Object.fromEntries(
    [null, 7, [], {}, ''].map((id) => [
      `user.id = ${JSON.stringify(id)}`,
      JSON.stringify({ ...whole, user: { ...whole.user, id } }),
    ]),
  ),
};

beforeEach(() => {
  download.mockReset();
  window.localStorage.clear();
  for (const method of ['warn', 'error'] as const) jest.spyOn(console, method).mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

test.each(Object.entries(stored))(
  'a stored session that is none (%s) is signed out, and signing in works',
  async (_, text) => {
    window.localStorage.setItem('twostroke.session', text);
    const { loadSupabase, waitForSession } = startTab({
      signIn: ({ query }) => (query.get('grant_type') === 'password' ? { body: sessionOf('asha') } : { status: 400 }),
    });
    await waitForSession('signed-out');
    const { auth } = await loadSupabase();
    const { error } = await auth.signInWithPassword({ email: 'asha@example.com', password: 'x' });
    expect(error).toBeNull();
    await waitForSession({ id: 'asha' });
    expect(JSON.parse(window.localStorage.getItem('twostroke.session') ?? '')).toMatchObject({
      access_token: 'token-of-asha',
    });
  },
);
