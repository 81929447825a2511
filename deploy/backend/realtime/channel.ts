import type { Caller } from '../gateway/access-token.ts';
import type { Condition } from './change-filter.ts';
import { parseFilter } from './change-filter.ts';
import { isRecord } from './protocol.ts';

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE';

/** One subscription to the changes of a table (or of all tables of a schema). */
export interface Subscription {
  id: number;
  event: ChangeType | '*';
  schema: string;
  table: string | undefined;
  conditions: Condition[];
  /** The fields as the client wrote them: it compares the answer with its own. */
  asWritten: Record<string, unknown>;
}

/** A joined channel of one socket. */
export interface Channel {
  topic: string;
  joinRef: string | null;
  subscriber: Caller;
  subscriptions: Subscription[];
}

let lastId = 0;

/**
 * Reads config.postgres_changes of a join.
 *
 * @returns the subscriptions, or the sentence that rejects them.
 */
export function readSubscriptions(payload: Record<string, unknown>, max: number): Subscription[] | string {
  const config = isRecord(payload['config']) ? payload['config'] : {};
  const wanted = config['postgres_changes'] ?? [];
  if (!Array.isArray(wanted)) return 'postgres_changes is not a list';
  if (wanted.length > max) return `More than ${max} subscriptions in one channel`;
  const subscriptions: Subscription[] = [];
  for (const item of wanted as unknown[]) {
    if (!isRecord(item)) return 'A subscription is not an object';
    const { event, schema, table, filter } = item;
    const type = event === undefined ? '*' : String(event).toUpperCase();
    if (type !== '*' && type !== 'INSERT' && type !== 'UPDATE' && type !== 'DELETE') return `Unknown event ${type}`;
    if (typeof schema !== 'string') return 'A subscription needs a schema';
    const conditions = typeof filter === 'string' && filter !== '' ? parseFilter(filter) : [];
    if (!conditions) return `The filter ${String(filter)} is not understood`;
    const isAnyTable = table === undefined || table === null || table === '*';
    subscriptions.push({
      id: (lastId += 1),
      event: type,
      schema,
      table: isAnyTable ? undefined : String(table),
      conditions,
      asWritten: { event, schema, table, filter },
    });
  }
  return subscriptions;
}

/** True when the subscription wants this kind of change of this table. */
export function wants(subscription: Subscription, schema: string, table: string, type: ChangeType): boolean {
  return (
    (subscription.event === '*' || subscription.event === type) &&
    (subscription.schema === schema || subscription.schema === '*') &&
    (subscription.table === undefined || subscription.table === table)
  );
}
