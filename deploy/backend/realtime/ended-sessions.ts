import type { Sql } from 'postgres';

/** Sessions whose access tokens are still valid by signature and time. */
export interface EndedSessions {
  has(claims: Record<string, unknown>): boolean;
  close(): Promise<void>;
}

/** No access token lives longer. */
const rememberedMs = 24 * 3600_000;

/** Learns, in every process, of each session that ends. */
export async function listenForEndedSessions(sql: Sql, onEnd: (session: string) => void): Promise<EndedSessions> {
  /** When each was learned of, oldest first. */
  const ended = new Map<string, number>();
  let isClosed = false;

  function learn(session: string): void {
    if (isClosed || ended.has(session)) return;
    const now = Date.now();
    for (const [old, at] of ended) {
      if (at > now - rememberedMs) break;
      ended.delete(old);
    }
    ended.set(session, now);
    onEnd(session);
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
    close: async () => {
      isClosed = true;
      await listening.unlisten().catch(() => undefined);
    },
  };
}
