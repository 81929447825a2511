import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Target } from './target.ts';

/** Whoever changes a target has a file in this folder of it, where visitors can't look. */
const FOLDER = 'leases';
/** Who has given no sign of life for this long is taken for dead. */
const LEASE_MS = 2 * 60_000;
const RENEW_MS = 20_000;
/** Longer than the lease of a process that died: whoever waits need not do anything about it. */
const WAIT_MS = LEASE_MS + 30_000;

/** Who wants to change a target, for those who want to at the same time. */
export interface Changer {
  by: string;
  /** Whether to go before whoever is at work there: he has died, and his lease has not ended yet. */
  takeOver?: boolean | undefined;
  /** How long to wait for others. */
  waitMs?: number;
  say?(sentence: string): void;
}

interface Claim {
  id: string;
  by: string;
  doing: string;
  /** ISO times. */
  since: string;
  renewedAt: string;
}

export interface Lease {
  /** @throws LeaseLostError when it has ended, as far as is known here: nothing is asked */
  require(): void;
  /**
   * Gives the others a sign of life, and sees whether one has taken over. Done by itself now and then.
   * @throws LeaseLostError
   */
  renew(): Promise<void>;
}

/** Somebody else is changing the target. Nothing was done. */
export class LeaseHeldError extends Error {
  override readonly name = 'LeaseHeldError';
}

/** The lease ended while its holder was at work. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/**
 * Does what only one may do at a time at a target. Waits for others, goes before those that have died, and gives up
 * when somebody else is still at work.
 *
 * No kind of target is asked for more than to keep files: of two that come at once, each writes a claim of its own and
 * looks afterwards who else has one. Whoever came second sees the first; when both see each other, both step back.
 * @param doing what it is, for the others: `flip 12`
 * @throws LeaseHeldError
 */
export async function withLease<T>(
  target: Target,
  changer: Changer,
  doing: string,
  work: (lease: Lease) => Promise<T>,
): Promise<T> {
  const claim = await take(target, changer, doing);
  const lease = leaseOf(target, claim);
  const timer = setInterval(() => {
    lease.renew().catch(() => undefined); // a target that is away for a moment: `require` knows how long it may be
  }, RENEW_MS).unref();
  try {
    return await work(lease);
  } finally {
    clearInterval(timer);
    await target.removeFile(fileOf(claim)).catch(() => undefined); // it ends by itself
  }
}

async function take(target: Target, changer: Changer, doing: string): Promise<Claim> {
  const { by, takeOver = false, waitMs = WAIT_MS, say } = changer;
  const since = new Date().toISOString();
  const claim: Claim = { id: randomUUID(), by: `${by} (${hostname()})`, doing, since, renewedAt: since };
  const deadline = Date.now() + waitMs;
  const dead = new Set(takeOver ? (await readClaims(target)).map(({ id }) => id) : []);
  for (let said = false; ;) {
    let [other] = await othersAtWork(target, claim, dead);
    if (!other) {
      await write(target, claim);
      [other] = await othersAtWork(target, claim, dead);
      if (!other) return claim;
      await target.removeFile(fileOf(claim));
    }
    if (Date.now() >= deadline)
      throw new LeaseHeldError(
        `${sentenceOf(target, other)} Run the command again when that is done. If that process has died: in two minutes, or at once with --take-over.`,
      );
    if (!said) say?.(`${sentenceOf(target, other)} Waiting for it.`);
    said = true;
    await pause(1000 + Math.random() * 1000); // two that stepped back do not meet again
  }
}

function leaseOf(target: Target, claim: Claim): Lease {
  let lost: string | null = null;
  const require = (): void => {
    // By the own clock: a computer that slept in between must not go on either.
    if (isOver(claim)) lost ??= `The lease at ${target.name} has ended: it could not be renewed.`;
    if (lost) throw new LeaseLostError(lost);
  };
  return {
    require,
    async renew() {
      require();
      const claims = await readClaims(target);
      const other = claims.find(({ id }) => id !== claim.id);
      if (other) lost ??= `${other.by} has taken over at ${target.name} (${other.doing}).`;
      if (!claims.some(({ id }) => id === claim.id)) lost ??= `Somebody has ended the lease at ${target.name}.`;
      require();
      await write(target, claim);
    },
  };
}

/** Those who hold a lease. Claims of the dead are taken away. */
async function othersAtWork(target: Target, own: Claim, dead: ReadonlySet<string>): Promise<Claim[]> {
  const others = (await readClaims(target)).filter(({ id }) => id !== own.id);
  const gone = others.filter((claim) => dead.has(claim.id) || isOver(claim));
  for (const claim of gone) await target.removeFile(fileOf(claim));
  return others.filter((claim) => !gone.includes(claim));
}

async function readClaims(target: Target): Promise<Claim[]> {
  const claims: Claim[] = [];
  for (const { path, modifiedAt } of await target.list(FOLDER)) {
    const [, id] = new RegExp(`^${FOLDER}/([0-9a-f-]{36})\\.json$`).exec(path) ?? [];
    const text = id ? await target.readText(path) : null;
    if (!id || text === null) continue; // given back in this moment
    const unknown = new Date(modifiedAt).toISOString();
    claims.push({ by: 'somebody', doing: 'unknown', since: unknown, renewedAt: unknown, ...parsed(text), id });
  }
  return claims.sort((one, other) => one.since.localeCompare(other.since));
}

function parsed(text: string): Partial<Claim> {
  try {
    return JSON.parse(text) as Partial<Claim>;
  } catch {
    return {}; // half of it: whose it is, is not known yet
  }
}

async function write(target: Target, claim: Claim): Promise<void> {
  const renewedAt = new Date().toISOString(); // before the writing, which may take a while
  await target.writeText(fileOf(claim), `${JSON.stringify({ ...claim, renewedAt })}\n`);
  claim.renewedAt = renewedAt;
}

function fileOf({ id }: Claim): string {
  return `${FOLDER}/${id}.json`;
}

function isOver({ renewedAt }: Claim): boolean {
  return Date.now() - Date.parse(renewedAt) >= LEASE_MS;
}

function sentenceOf({ name }: Target, { by, doing, since }: Claim): string {
  return `${name} is being changed by ${by} since ${since} (${doing}).`;
}
