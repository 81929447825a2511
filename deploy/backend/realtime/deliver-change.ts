import type { Sql } from 'postgres';
import type { Caller } from '../gateway/access-token.ts';
import { matches } from './change-filter.ts';
import type { Channel, ChangeType, Subscription } from './channel.ts';
import { wants } from './channel.ts';
import type { ClientSocket } from './client-socket.ts';

/** The trigger's notification: table, kind of change, key and time. */
export interface RowChange {
  schema: string;
  table: string;
  type: ChangeType;
  key: Record<string, unknown>;
  time: string;
}

interface Candidate {
  socket: ClientSocket;
  channel: Channel;
  subscriptions: Subscription[];
}

interface Visibility {
  visible: boolean;
  columns: string[];
}

interface ChangedRow {
  /** Null when the row is gone. */
  record: Record<string, unknown> | null;
  relation: number;
  columns: Column[];
}

type Column = { name: string; type: string };

// Maximum number of different users checked by one query.
const peoplePerQuestion = 250;

/** Sends one change to every channel that subscribed to it and may read the row. */
export async function deliverChange(
  { feedSql, apiSql }: { feedSql: Sql; apiSql: Sql },
  sockets: Iterable<ClientSocket>,
  change: RowChange,
  nowSeconds: () => number,
): Promise<void> {
  const interested = candidates(sockets, change, nowSeconds());
  if (interested.length === 0) return;
  const key = feedSql.json(change.key as Record<string, string>);
  const [row] = await feedSql<{ found: ChangedRow | null }[]>`
    select backend.read_change(${change.schema}, ${change.table}, ${key}) as found`;
  if (!row?.found) return;
  const { relation, columns } = row.found;
  const isDelete = change.type === 'DELETE';
  // The DELETE event of a row that was deleted meanwhile follows.
  if (!isDelete && row.found.record === null) return;
  const record = isDelete ? change.key : (row.found.record ?? {});

  const filtered = interested.filter((candidate) => {
    candidate.subscriptions = candidate.subscriptions.filter(({ conditions }) => matches(conditions, record));
    return candidate.subscriptions.length > 0;
  });
  const visibility = await askVisibility(apiSql, relation, change, filtered);
  const now = nowSeconds();
  for (const { socket, channel, subscriptions } of filtered) {
    const seen = visibility.get(channel.subscriber.identity);
    // It left, or its token expired, while the query ran.
    if (!seen?.visible || socket.channels.get(channel.topic) !== channel || isExpired(channel.subscriber, now))
      continue;
    // A filter on a column that the actor may not read would disclose its value.
    const allowed = subscriptions.filter((item) => item.conditions.every((one) => seen.columns.includes(one.column)));
    if (allowed.length === 0) continue;
    const cut = (from: Record<string, unknown>) => pick(from, seen.columns);
    const data = {
      schema: change.schema,
      table: change.table,
      commit_timestamp: change.time,
      type: change.type,
      columns: columns.filter(({ name }) => seen.columns.includes(name)),
      ...(isDelete ? {} : { record: cut(record) }),
      ...(change.type === 'INSERT' ? {} : { old_record: cut(change.key) }),
      errors: null,
    };
    const payload = { ids: allowed.map(({ id }) => id), data };
    socket.send({ joinRef: channel.joinRef, ref: null, topic: channel.topic, event: 'postgres_changes', payload });
  }
}

function candidates(sockets: Iterable<ClientSocket>, change: RowChange, now: number): Candidate[] {
  const found: Candidate[] = [];
  for (const socket of sockets)
    for (const channel of socket.channels.values()) {
      if (isExpired(channel.subscriber, now)) continue;
      const subscriptions = channel.subscriptions.filter((item) =>
        wants(item, change.schema, change.table, change.type),
      );
      if (subscriptions.length > 0) found.push({ socket, channel, subscriptions });
    }
  return found;
}

async function askVisibility(
  sql: Sql,
  relation: number,
  change: RowChange,
  interested: Candidate[],
): Promise<Map<string, Visibility>> {
  const people = new Map(interested.map(({ channel: { subscriber } }) => [subscriber.identity, subscriber.claims]));
  const answers = new Map<string, Visibility>();
  const entries = [...people];
  for (let start = 0; start < entries.length; start += peoplePerQuestion) {
    const some = entries.slice(start, start + peoplePerQuestion);
    const claims = some.map(([, value]) => value) as Record<string, string>[];
    const [row] = await sql<{ answers: Visibility[] }[]>`
      select backend.visible_to(
        ${relation}::bigint::oid::regclass, ${sql.json(change.key as Record<string, string>)}, ${sql.json(claims)},
        ${change.type !== 'DELETE'}
      ) as answers`;
    some.forEach(([identity], index) => {
      const answer = row?.answers[index];
      if (answer) answers.set(identity, answer);
    });
  }
  return answers;
}

function isExpired(subscriber: Caller, nowSeconds: number): boolean {
  return subscriber.expiresAt !== undefined && subscriber.expiresAt <= nowSeconds;
}

function pick(from: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
}
