/** @jest-environment jsdom */
import { personalKey } from '@twostroke/shared/contracts/personal-storage';
import { sessionOf, startTab } from '../testing/start-tab.ts';

beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined); // supabase-js warns that each test creates a client
});
afterEach(() => jest.restoreAllMocks());

describe('personal data that apps store in the browser', () => {
  const draft = personalKey('booking-draft');
  const kept = () => window.localStorage.getItem(draft);
  beforeEach(() => {
    window.localStorage.setItem(draft, '{}');
    window.localStorage.setItem('twostroke.cart', '{}');
  });

  test('stays for a guest, and when a guest signs in', async () => {
    const { loadSupabase, waitForSession } = startTab({ signIn: () => ({ body: sessionOf('asha') }) });
    await waitForSession('signed-out');
    await (await loadSupabase()).auth.signInWithPassword({ email: 'asha@example.com', password: 'x' });
    await waitForSession({ id: 'asha' });
    expect(kept()).toBe('{}');
  });

  test('is removed when the person signs out; the cart stays', async () => {
    const { loadSupabase, waitForSession } = startTab({ stored: sessionOf('asha') });
    await waitForSession({ id: 'asha' });
    await (await loadSupabase()).auth.signOut();
    await waitForSession('signed-out');
    expect(kept()).toBeNull();
    expect(window.localStorage.getItem('twostroke.cart')).toBe('{}');
  });

  test('is removed when the session was ended on another device', async () => {
    const expired = { ...sessionOf('asha'), expires_at: 1, expires_in: -1 };
    const { waitForSession } = startTab({
      stored: expired,
      signIn: () => ({ status: 400, body: { error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' } }),
    });
    await waitForSession('signed-out');
    expect(kept()).toBeNull();
  });

  test('is removed when another person signs in', async () => {
    const { loadSupabase, waitForSession } = startTab({
      stored: sessionOf('asha'),
      signIn: () => ({ body: sessionOf('imran') }),
    });
    await waitForSession({ id: 'asha' });
    await (await loadSupabase()).auth.signInWithPassword({ email: 'imran@example.com', password: 'x' });
    await waitForSession({ id: 'imran' });
    expect(kept()).toBeNull();
  });
});
