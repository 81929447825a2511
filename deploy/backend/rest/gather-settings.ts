import { AsyncLocalStorage } from 'node:async_hooks';
import type { ReservedSql, Sql } from 'postgres';
import { isEndOfConnection } from '../../supabase/run-in-transaction.ts';

type Unsafe = ReservedSql['unsafe'];
type Send = (query: string, parameters?: Parameters<Unsafe>[1], options?: Parameters<Unsafe>[2]) => Sent;
type Answer = Awaited<ReturnType<Unsafe>>;
type Sent = Promise<Answer>;

/** Statements of a transaction that lite has issued and that are not sent to Postgres yet. */
interface Gathered {
  begin: boolean;
  /** Value by name, for this transaction. */
  settings: Map<string, string>;
}

/** A transaction that was committed together with its read, and that lite has not ended yet. */
interface CommittedAhead {
  settings: Map<string, string>;
  read: Sent;
  commit: Sent;
}

/**
 * Maximum number of prepared queries: each stays in the memory of every connection, and visitors can write their own.
 * The site itself has fewer. Further queries are planned for each call, as stock lite plans all.
 */
const mostPrepared = 200;

/** The query with which lite reads the response status and headers that a function has set. */
const asksForResponse =
  /^\s*SELECT current_setting\('response\.status', true\) AS status,\s+current_setting\('response\.headers', true\) AS headers\s*$/;

/** The calls that only read: lite reads several times for some of them, but never writes. */
const readingCalls = new AsyncLocalStorage<boolean>();

/** Runs a call into lite that changes nothing. */
export function asRead<Result>(call: () => Result): Result {
  return readingCalls.run(true, call);
}

/**
 * lite opens a transaction for each call and sets role, claims and request by five statements for a read and ten for a
 * function, each in a round trip of its own. None of them returns rows, so they are gathered here and pipelined with
 * the first query that does: `begin`, one prepared statement for all settings, and the query. When a setting is
 * rejected (an unknown role), the query fails with its error.
 *
 * After a function lite reads the response settings. That query is pipelined with the function's: a second round trip
 * would hold the function's locks, on a day's places for instance, while nothing happens.
 *
 * The query of a call that only reads ends its transaction itself: a `commit` is pipelined with it, and lite's own gets
 * that one's answer. If lite reads once more, that is another transaction with the same settings; each statement sees
 * what is committed when it begins, in one transaction or in two.
 *
 * When the server ends a connection, lite still sends its ROLLBACK and releases the connection; the driver would hand
 * it out again and write to a closed socket outside of any promise, which ends the process. So statements after the end
 * of a connection are rejected here, and the connection is not released: the driver opens another one. Statements that
 * the driver had not sent yet, behind one that is being prepared, would never settle: they are rejected with it.
 */
export function gatherSettings(driver: Sql): void {
  const prepared = new Set<string>();
  const isPrepared = (query: string): boolean => {
    if (prepared.size < mostPrepared) prepared.add(query);
    return prepared.has(query);
  };
  const reserve = driver.reserve.bind(driver);
  driver.reserve = async (): Promise<ReservedSql> => {
    const reserved = await reserve();
    const unsafe = reserved.unsafe.bind(reserved);
    const release = reserved.release.bind(reserved);
    let ended: Error | undefined;
    let gathered: Gathered = { begin: false, settings: new Map() };
    /** The rows of the response settings, which lite may read next. */
    let askedAhead: Sent | undefined;
    let committedAhead: CommittedAhead | undefined;

    let rejectUnsent: (error: Error) => void = () => undefined;
    const endOfConnection = new Promise<never>((_, reject) => (rejectUnsent = reject));
    endOfConnection.catch((error: Error) => (ended = error));

    const send: Send = (query, parameters, options) => {
      if (ended) return Promise.reject(ended);
      const result = Promise.race([unsafe(query, parameters, options), endOfConnection]);
      result.catch((error: Error) => isEndOfConnection(error) && rejectUnsent(error));
      return result;
    };
    const gathering: Send = (query, parameters, options) => {
      const ahead = askedAhead;
      askedAhead = undefined;
      if (ahead && asksForResponse.test(query)) return ahead;
      const isEnd = /^(commit|rollback)$/i.test(query);
      if (committedAhead) {
        const { settings, read, commit } = committedAhead;
        committedAhead = undefined;
        if (isEnd) return commit;
        gathered = { begin: true, settings };
        return read.then(() => gathering(query, parameters, options));
      }
      if (gather(gathered, query, parameters)) return nothing();
      const { begin, settings } = gathered;
      gathered = { begin: false, settings: new Map() };
      // No query was sent in this transaction.
      if (begin && isEnd) return nothing();
      const before = [...(begin ? [send('begin')] : []), ...(settings.size > 0 ? [sendSettings(send, settings)] : [])];
      const hasValues = parameters !== undefined && parameters.length > 0;
      const result = send(query, parameters, { ...options, ...(hasValues && { prepare: isPrepared(query) }) });
      if (settings.has('response.status')) askedAhead = sendQuestion(send);
      else if (begin && settings.has('role') && readingCalls.getStore())
        committedAhead = { settings, read: result, commit: send('commit') };
      if (before.length === 0) return result;
      return Promise.all([result, ...before]).then(([rows]) => rows);
    };
    return Object.assign(reserved, {
      unsafe: gathering as Unsafe,
      release: () => (ended ? undefined : release()),
    });
  };
}

/** Whether a statement only opens a transaction or sets something in it; if so, it is recorded. */
function gather(gathered: Gathered, query: string, parameters: readonly unknown[] = []): boolean {
  if (query === 'begin') return (gathered.begin = true);
  if (!gathered.begin) return false; // its `begin` has been sent already, so this is sent in order
  const name = /^SELECT set_config\('([a-z._]+)', (?:\$1|''), true\)$/.exec(query)?.[1];
  const role = /^SET LOCAL ROLE "([^"]+)"$/.exec(query)?.[1];
  if (name) gathered.settings.set(name, String(parameters[0] ?? ''));
  else if (role) gathered.settings.set('role', role);
  else if (query === 'SET LOCAL transaction_read_only = on') gathered.settings.set('transaction_read_only', 'on');
  else return false;
  return true;
}

/** Prepared: there are only as many of these as kinds of calls in lite. */
function sendSettings(send: Send, settings: Map<string, string>): Sent {
  const calls = [...settings.keys()].map((name, index) => `set_config('${name}', $${index + 1}, true)`);
  return send(`select ${calls.join(', ')}`, [...settings.values()], { prepare: true });
}

/** When the function has failed, no caller awaits this answer; `send` has reported the failure already. */
function sendQuestion(send: Send): Sent {
  const [status, headers] = ['response.status', 'response.headers'].map((name) => `current_setting('${name}', $1)`);
  return send(`select ${status} as status, ${headers} as headers`, [true], { prepare: true });
}

function nothing(): Sent {
  return Promise.resolve(Object.assign([], { command: '', count: 0 }) as object as Answer);
}
