import type { TransactionSql } from 'postgres';

/** Wrong codes in a row that cost no wait: people mistype. */
const freeFailures = 4;
const longestWaitSeconds = 900;

/** Seconds to wait after so many wrong codes in a row. A right code is one of a million, and 3 are valid at a time. */
export function waitAfter(failures: number): number {
  return failures <= freeFailures ? 0 : Math.min(15 * 2 ** (failures - freeFailures - 1), longestWaitSeconds);
}

/** Seconds until the next code of this account is looked at, 0 when it may be now. Later tries wait for this one. */
export async function secondsToWait(tx: TransactionSql, user: string, now: Date): Promise<number> {
  await tx`
    insert into backend.factor_failures (user_id, failures, next_at) values (${user}, 0, ${now})
    on conflict (user_id) do nothing`;
  const [row] = await tx<{ next_at: Date }[]>`
    select next_at from backend.factor_failures where user_id = ${user} for update`;
  return row ? Math.max(0, Math.ceil((row.next_at.getTime() - now.getTime()) / 1000)) : 0;
}

export async function countFailure(tx: TransactionSql, user: string, now: Date): Promise<void> {
  const [row] = await tx<{ failures: number }[]>`
    update backend.factor_failures set failures = failures + 1 where user_id = ${user} returning failures`;
  const nextAt = new Date(now.getTime() + waitAfter(row?.failures ?? 1) * 1000);
  await tx`update backend.factor_failures set next_at = ${nextAt} where user_id = ${user}`;
}
