import { setTimeout as pause } from 'node:timers/promises';

/*
 * The fetch of a process that renders many pages at once. Plain JavaScript, because the renderer's thread runs it as is.
 */

/** How long one answer may take. */
const ANSWER_TIMEOUT_MS = 12_000;
/** A longer wait is not accepted: the 429 is the answer. */
const LONGEST_WAIT_S = 120;
/** How often one request is retried. */
const TRIES_AGAIN = 5;

/**
 * A fetch of reads that waits when the backend answers 429, for as long as it says, and then retries. No request is sent
 * in the meantime. The caller's own timeout is suspended while it waits. A request whose connection fails is sent once
 * more: while this process renders, a backend may close a connection that waits for the next request.
 * @param {{ fetch?: typeof fetch, onWait?: (ms: number) => void, wait?: (ms: number) => Promise<unknown> }} [options]
 *   onWait receives the length of each pause
 * @returns {typeof fetch}
 */
export function createRetryingFetch({ fetch: ask = fetch, onWait = () => undefined, wait = pause } = {}) {
  /** @type {Promise<unknown> | null} */
  let rest = null;
  return async function retryingFetch(input, init) {
    for (let tries = 0; ; tries += 1) {
      while (rest) await rest;
      const send = () => ask(input, { ...init, redirect: 'error', signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
      const answer = await send()
        .catch((failure) => (isConnectionFailure(failure) ? send() : Promise.reject(failure)))
        .catch(explain);
      const seconds = Number(answer.headers.get('Retry-After')) || 1;
      if (answer.status !== 429 || seconds > LONGEST_WAIT_S || tries === TRIES_AGAIN) return answer;
      if (rest) continue; // one of many that were rejected together
      onWait(seconds * 1000);
      rest = wait(seconds * 1000).finally(() => (rest = null));
    }
  };
}

/** @param {unknown} failure */
const isConnectionFailure = (failure) => failure instanceof TypeError;

/**
 * @param {unknown} failure
 * @returns {never}
 * @throws the failure; of a connection with what happened to it, for which `fetch` says only that it failed
 */
function explain(failure) {
  if (!isConnectionFailure(failure) || !(failure.cause instanceof Error)) throw failure;
  throw new TypeError(`Connection failed: ${failure.cause.message}`, { cause: failure.cause });
}

/**
 * A fetch that sends each request once, while its answer was successful: pages of one bike share its model and prices.
 * @param {typeof fetch} ask
 * @returns {typeof fetch}
 */
export function askOnce(ask) {
  /** @type {Map<string, Promise<{ body: ArrayBuffer, status: number, headers: Headers }>>} */
  const known = new Map();
  return async function fetchOnce(input, init = {}) {
    if ((init.method ?? 'GET') !== 'GET' || typeof input === 'object') return ask(input, init);
    const question = JSON.stringify([input, [...new Headers(init.headers)]]);
    let asked = known.get(question);
    if (!asked) {
      asked = ask(input, init).then(async (answer) => {
        if (!answer.ok) known.delete(question);
        return { body: await answer.arrayBuffer(), status: answer.status, headers: answer.headers };
      });
      asked.catch(() => known.delete(question));
      known.set(question, asked);
    }
    const { body, status, headers } = await asked;
    return new Response(body, { status, headers });
  };
}
