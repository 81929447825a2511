import type { ReservedSql, Sql } from 'postgres';
import { isEndOfConnection } from './renew-pool.ts';

type Unsafe = ReservedSql['unsafe'];
type Send = (query: string, parameters?: Parameters<Unsafe>[1], options?: Parameters<Unsafe>[2]) => Sent;
type Sent = ReturnType<Unsafe>;

/** What lite said so far in a transaction that Postgres has not heard of. */
interface Gathered {
  begin: boolean;
  /** Value by name, for this transaction. */
  settings: Map<string, string>;
}

/**
 * How many different queries are prepared: each stays in the memory of every connection, and visitors write their own.
 * The site itself has fewer; what comes after those is planned for each call, as stock lite does with all.
 */
const mostPrepared = 200;

/** How lite asks after a function what status and headers it wants to be answered with. */
const asksForResponse =
  /^\s*SELECT current_setting\('response\.status', true\) AS status,\s+current_setting\('response\.headers', true\) AS headers\s*$/;

/**
 * lite opens a transaction for each call and sets role, claims and the request by five statements for a read and ten
 * for a function, each a journey to the server and back of its own. None of them answers anything, so they are gathered
 * here and sent in front of the first query that does, in one go: `begin`, one prepared statement for all settings, and
 * the query behind them, which Postgres answers in turn. What they refuse (a role there is not) the query fails with.
 *
 * After a function lite asks what response it wants. That goes along with the function: in the time of a journey it
 * would hold what it has locked, a day's places for instance, while nothing happens.
 *
 * When the server ends a connection, lite still sends its ROLLBACK and gives the connection back; the driver would hand
 * it out again and write to a socket that is no more, outside of any promise, which ends the process. So what follows
 * the end of a connection is refused here, and it is not given back: the driver opens another by itself.
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
    /** The answer to the question that lite asks next, if it does. */
    let askedAhead: Sent | undefined;

    const send: Send = (query, parameters, options) => {
      if (ended) return Promise.reject(ended) as unknown as Sent;
      const result = unsafe(query, parameters, options);
      result.catch((error: Error) => {
        if (isEndOfConnection(error)) ended = error;
      });
      return result;
    };
    const gathering: Send = (query, parameters, options) => {
      const ahead = askedAhead;
      askedAhead = undefined;
      if (ahead && asksForResponse.test(query)) return ahead;
      if (gather(gathered, query, parameters)) return nothing();
      const { begin, settings } = gathered;
      gathered = { begin: false, settings: new Map() };
      // Nothing was asked in this transaction.
      if (begin && /^(commit|rollback)$/i.test(query)) return nothing();
      const before = [...(begin ? [send('begin')] : []), ...(settings.size > 0 ? [sendSettings(send, settings)] : [])];
      const hasValues = parameters !== undefined && parameters.length > 0;
      const result = send(query, parameters, { ...options, ...(hasValues && { prepare: isPrepared(query) }) });
      if (settings.has('response.status')) askedAhead = sendQuestion(send);
      if (before.length === 0) return result;
      return Promise.all([result, ...before]).then(([rows]) => rows) as unknown as Sent;
    };
    return Object.assign(reserved, {
      unsafe: gathering as Unsafe,
      release: () => (ended ? undefined : release()),
    });
  };
}

/** Whether a statement only opens a transaction or sets something in it; it is then noted. */
function gather(gathered: Gathered, query: string, parameters: readonly unknown[] = []): boolean {
  if (query === 'begin') return (gathered.begin = true);
  if (!gathered.begin) return false; // a transaction that has begun already: in its turn
  const name = /^SELECT set_config\('([a-z._]+)', (?:\$1|''), true\)$/.exec(query)?.[1];
  const role = /^SET LOCAL ROLE "([^"]+)"$/.exec(query)?.[1];
  if (name) gathered.settings.set(name, String(parameters[0] ?? ''));
  else if (role) gathered.settings.set('role', role);
  else return false;
  return true;
}

/** Prepared: there are only as many of these as lite has kinds of calls. */
function sendSettings(send: Send, settings: Map<string, string>): Sent {
  const calls = [...settings.keys()].map((name, index) => `set_config('${name}', $${index + 1}, true)`);
  return send(`select ${calls.join(', ')}`, [...settings.values()], { prepare: true });
}

/** If nobody waits for the answer, because the function failed, that is no failure of its own: `send` has heard of it. */
function sendQuestion(send: Send): Sent {
  const [status, headers] = ['response.status', 'response.headers'].map((name) => `current_setting('${name}', $1)`);
  return send(`select ${status} as status, ${headers} as headers`, [true], { prepare: true });
}

function nothing(): Sent {
  return Promise.resolve(Object.assign([], { command: '', count: 0 })) as unknown as Sent;
}
