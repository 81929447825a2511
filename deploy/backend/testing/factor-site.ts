import assert from 'node:assert/strict';
import type { SupabaseClient } from '@supabase/supabase-js';
import { codeOfStep, fromBase32 } from '../auth/factors/totp.ts';
import { defaultMigrationsFolder } from '../database/prepare-database.ts';
import { createLogger, type LogFields } from '../logger.ts';
import { signUp, startTestBackend } from './test-backend.ts';

interface Enrolled {
  id: string;
  secret: string;
}

/** A site whose clock tests put forward, with admins who have an authenticator app. */
export async function startFactorSite() {
  type Line = LogFields & { event?: string };
  const lines: Line[] = [];
  /** Ahead of the machine's clock. */
  const clock = { aheadMs: 0 };
  const site = await startTestBackend({
    migrationsFolder: defaultMigrationsFolder,
    clock: () => Date.now() + clock.aheadMs,
    logger: createLogger(false, (_, line) => lines.push(JSON.parse(line) as Line)),
    limits: { sessionCallsPerAddress: { max: 100_000, perSeconds: 1 } },
  });

  /** The security events of a user, in order. */
  const eventsOf = (user: string) => lines.filter((line) => line['user'] === user).map(({ event }) => event);

  /** What an authenticator app shows, `away` periods from now. */
  const codeOf = ({ secret }: Enrolled, away = 0): string =>
    codeOfStep(fromBase32(secret), Math.floor((Date.now() + clock.aheadMs) / 30_000) + away);

  /** A code of none of the accepted periods. */
  function wrongCodeOf(factor: Enrolled): string {
    const right = [-1, 0, 1].map((away) => codeOf(factor, away));
    return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '';
  }

  async function enrol(client: SupabaseClient, friendlyName = 'Phone'): Promise<Enrolled> {
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName, issuer: 'Twostroke' });
    assert.equal(error, null);
    assert.ok(data?.totp);
    return { id: data.id, secret: data.totp.secret };
  }

  /** Verifies the code of the next period that has not been used. */
  async function verify(client: SupabaseClient, factor: Enrolled): Promise<void> {
    clock.aheadMs += 30_000;
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor) });
    assert.equal(error, null);
  }

  /** An admin with a verified factor. */
  async function adminWithFactor() {
    const person = await signUp(site);
    await site.backend.sql`select public.make_owner(${person.id})`;
    const factor = await enrol(person.client);
    await verify(person.client, factor);
    return { ...person, factor };
  }

  async function signIn({ email, password }: { email: string; password: string }): Promise<SupabaseClient> {
    const client = site.client();
    assert.equal((await client.auth.signInWithPassword({ email, password })).error, null);
    return client;
  }

  return { site, clock, lines, eventsOf, codeOf, wrongCodeOf, enrol, verify, adminWithFactor, signIn };
}

/** The level of a session, and the one that it needs. */
export async function levels(client: SupabaseClient): Promise<(string | null | undefined)[]> {
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  return [data?.currentLevel, data?.nextLevel];
}

export const isAdmin = async (client: SupabaseClient): Promise<unknown> => (await client.rpc('is_admin')).data;
