import type { Sql } from 'postgres';
import { sessionOf } from './access-token.ts';
import type { TokenSecrets } from './access-token.ts';

/** Sessions whose access tokens are still valid by signature and time. */
export interface EndedSessions {
  has(claims: Record<string, unknown>): boolean;
  /** Calls back for each session that ends from now on. */
  onEnd(listener: (session: string) => void): void;
  close(): Promise<void>;
}

/** No access token lives longer. */
const rememberedMs = 24 * 3600_000;

/** Learns, in every process, of each session that ends. */
export async function listenForEndedSessions(sql: Sql): Promise<EndedSessions> {
  /** When each was learned of, oldest first. */
  const ended = new Map<string, number>();
  const listeners: ((session: string) => void)[] = [];
  let isClosed = false;

  function learn(session: string): void {
    if (isClosed || ended.has(session)) return;
    const now = Date.now();
    for (const [old, at] of ended) {
      if (at > now - rememberedMs) break;
      ended.delete(old);
    }
    ended.set(session, now);
    for (const listener of listeners) listener(session);
  }

  async function readAll(): Promise<void> {
    const rows = await sql<{ id: string }[]>`select id from backend.ended_sessions`;
    for (const { id } of rows) learn(id);
  }

  // The driver calls the last function after each connect: notifications before it may be lost.
  const listening = await sql.listen('backend_ended_sessions', learn, () => void readAll().catch(() => undefined));
  await readAll();
  return {
    has: (claims) => typeof claims['session_id'] === 'string' && ended.has(claims['session_id']),
    onEnd: (listener) => void listeners.push(listener),
    close: async () => {
      isClosed = true;
      await listening.unlisten().catch(() => undefined);
    },
  };
}

/** Whether an Authorization header holds a valid token whose session has ended. */
export function hasEnded(
  authorization: string | undefined,
  secrets: TokenSecrets,
  ended: Pick<EndedSessions, 'has'>,
): boolean {
  const open = sessionOf(authorization ?? null, secrets);
  return open !== undefined && ended.has({ session_id: open.session });
}
