import type { DatabaseEnum } from '@twostroke/shared/domain/database-enum';
import type { Sql } from 'postgres';
import type { BackendLimits, RateRule } from '../backend-limits.ts';

/** One rule of private.call_limits: how often one address, or one user, may call some functions. */
export interface CallLimit extends RateRule {
  /** E.g. `prices_per_address`. */
  name: string;
  /** Paths of the gateway. */
  paths: ReadonlySet<string>;
  countedBy: DatabaseEnum<'call_limit_subject'>;
  /** Whether calls of the site's own server count too. */
  countsSite: boolean;
}

/** Reads the rules of the database: the only ones, which PostgREST follows on Supabase. */
export async function readCallLimits(sql: Sql, figures: BackendLimits['calls'] = {}): Promise<CallLimit[]> {
  const rows = await sql<
    {
      name: string;
      calls: string[];
      counted_by: CallLimit['countedBy'];
      max_value: number;
      per_seconds: number;
      counts_site: boolean;
    }[]
  >`select name, calls, counted_by, max_value, per_seconds, counts_site from private.read_call_limits()`;
  return rows.map((row) => ({
    name: row.name,
    paths: new Set(row.calls.flatMap(pathsOf)),
    countedBy: row.counted_by,
    countsSite: row.counts_site,
    ...(figures[row.name] ?? { max: row.max_value, perSeconds: row.per_seconds }),
  }));
}

/** The gateway offers the start of a payment at a path of its own as well. */
function pathsOf(call: string): string[] {
  return [`/rest/v1/rpc/${call}`, ...(call === 'start_payment' ? ['/payments/v1/orders'] : [])];
}
