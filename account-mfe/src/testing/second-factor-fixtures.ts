import { sessionStorageKey } from '@twostroke/shared/client';
import type { FakeAnswer, FakeRoute } from '@twostroke/shared/testing/fake-backend';

export const factor = {
  id: '11111111-2222-4333-8444-555555555555',
  friendly_name: 'Authenticator app',
  factor_type: 'totp',
  status: 'verified',
};

const encode = (value: object): string => btoa(JSON.stringify(value)).replaceAll('=', '');

/** What Auth answers to a sign-in, or to a code. */
export function authSession(aal: 'aal1' | 'aal2', factors: object[] = [factor]) {
  const claims = { sub: 'user-1', exp: 4_000_000_000, aal, amr: [], session_id: 's-1' };
  return {
    access_token: `${encode({ alg: 'HS256' })}.${encode(claims)}.eA`,
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: 4_000_000_000,
    user: { id: 'user-1', email: 'asha@example.com', aud: 'authenticated', factors },
  };
}

/** Leaves the browser signed in, as supabase-js keeps it. */
export function keepSession(session: ReturnType<typeof authSession>): void {
  window.localStorage.setItem(sessionStorageKey, JSON.stringify(session));
}

/** The calls of an authenticator app, of which `right` is the code. */
export function factorRoutes(right: string): Record<string, FakeAnswer | FakeRoute> {
  return {
    'GET /auth/v1/user': { body: authSession('aal1').user },
    'POST /auth/v1/factors': {
      body: {
        ...{ id: factor.id, type: 'totp', friendly_name: factor.friendly_name },
        totp: { qr_code: '', secret: 'GEZDGNBVGY3TQOJQ', uri: 'otpauth://totp/Twostroke:asha' },
      },
    },
    [`POST /auth/v1/factors/${factor.id}/challenge`]: { body: { id: 'challenge', type: 'totp', expires_at: 1 } },
    [`POST /auth/v1/factors/${factor.id}/verify`]: ({ body }) =>
      (body as { code: string }).code === right
        ? { body: authSession('aal2') }
        : { status: 422, body: { code: 422, error_code: 'mfa_verification_failed', msg: 'Invalid TOTP code' } },
    [`DELETE /auth/v1/factors/${factor.id}`]: { body: { id: factor.id } },
    'POST /auth/v1/token': { body: authSession('aal1', []) },
  };
}
