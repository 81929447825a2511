import { personalKey } from '@twostroke/shared/contracts/personal-storage';
import { readStored, sessionAtom, store, writeStored } from '@twostroke/shared/state';
import * as v from 'valibot';

export const proofStorageKey = personalKey('number-proof');

/** As long as the database accepts it: proof_days of private.limits. */
const lifetimeMs = 90 * 24 * 3600_000;

const keptProof = v.object({
  secret: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  /** By this phone's clock. */
  until: v.pipe(v.number(), v.finite()),
});
type KeptProof = v.InferOutput<typeof keptProof>;
const isKeptProof = (value: unknown): value is KeptProof => v.is(keptProof, value);

/**
 * The secret with which this browser shows later that a number was proven in it. The database accepts it only after it
 * came with a session of that number. A person who has signed in by phone gets one.
 * @returns undefined when no number was proven here
 */
export function numberProof(): string | undefined {
  const kept = readStored(proofStorageKey, isKeptProof);
  if (kept && kept.until > Date.now()) return kept.secret;
  const session = store.get(sessionAtom);
  return session.status === 'signed-in' && session.user.phone ? drawNumberProof() : undefined;
}

/** A new secret of 256 bits, kept for 90 days. Signing out removes it. */
export function drawNumberProof(): string {
  return keepNumberProof(drawSecret());
}

/** A new secret of 256 bits. */
export function drawSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Keeps a secret for 90 days from now. */
export function keepNumberProof(secret: string): string {
  writeStored(proofStorageKey, { secret, until: Date.now() + lifetimeMs } satisfies KeptProof);
  return secret;
}
