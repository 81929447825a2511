import { setTimeout as pause } from 'node:timers/promises';

/*
 * How a process reads that renders many pages at once: plain JavaScript, since the renderer's thread runs it as it is.
 */

/** How long one answer may take. */
const ANSWER_TIMEOUT_MS = 12_000;
/** A backend that asks for more is not waited for: its refusal is the answer. */
const LONGEST_WAIT_S = 120;
/** How often one question is asked again. */
const TRIES_AGAIN = 5;

/**
 * A fetch that waits when the backend has had enough (429), as long as that says, and asks again then. Nobody asks in
 * the meantime. The caller's own time-out does not count, since it would run on while we wait.
 * @param {{ fetch?: typeof fetch, onWait?: (ms: number) => void, wait?: (ms: number) => Promise<unknown> }} [options]
 *   onWait hears how long everybody waits now
 * @returns {typeof fetch}
 */
export function createPatientFetch({ fetch: ask = fetch, onWait = () => undefined, wait = pause } = {}) {
  /** @type {Promise<unknown> | null} */
  let rest = null;
  return async function patientFetch(input, init) {
    for (let tries = 0; ; tries += 1) {
      while (rest) await rest;
      const answer = await ask(input, { ...init, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
      const seconds = Number(answer.headers.get('Retry-After')) || 1;
      if (answer.status !== 429 || seconds > LONGEST_WAIT_S || tries === TRIES_AGAIN) return answer;
      if (rest) continue; // one of many that were refused together
      onWait(seconds * 1000);
      rest = wait(seconds * 1000).finally(() => (rest = null));
    }
  };
}

/**
 * A fetch that asks each question once, as long as it was answered well: pages of one bike share its model and prices.
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
