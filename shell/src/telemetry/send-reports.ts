import { backendConnection } from '@twostroke/shared/client';
import type { ClientEvent } from './report-queue.ts';

/** The database accepts a token for ten minutes; a call may take a while to arrive. */
const TOKEN_LIFETIME_MS = 9 * 60_000;

/**
 * Sends events without a user, even while the page is being closed. The database keeps them only with a token, which
 * serves one call: it is asked for once, then each answer brings the next one. Failures are ignored: they do not concern
 * the visitor.
 */
export class ReportSender {
  readonly #versions: ReadonlyMap<string, string>;
  #token: { text: string; askedAt: number } | null = null;
  /** The calls so far: each waits for the token that the one before it brings. */
  #calls: Promise<void> = Promise.resolve();

  /** @param versions of all apps that reports of this page may name */
  constructor(versions: ReadonlyMap<string, string>) {
    this.#versions = versions;
  }

  /** Asks for the token ahead, so that a visitor who leaves soon can still report. */
  prepare(): void {
    this.#calls = this.#calls.then(async () => {
      if (!this.#isReady()) await this.#ask();
    });
  }

  send(events: ClientEvent[]): void {
    // With a token at hand the call starts at once: a page that is being closed does not wait for an answer.
    const started = this.#isReady() ? this.#report(events) : null;
    this.#calls = this.#calls.then(() => started ?? this.#askAndReport(events));
  }

  async #askAndReport(events: ClientEvent[]): Promise<void> {
    if (!this.#isReady()) await this.#ask();
    if (this.#isReady()) await this.#report(events);
  }

  #isReady(): boolean {
    return this.#token !== null && Date.now() - this.#token.askedAt < TOKEN_LIFETIME_MS;
  }

  async #ask(): Promise<void> {
    this.#keep(await call('request_report_token', { versions: Object.fromEntries(this.#versions) }));
  }

  async #report(events: ClientEvent[]): Promise<void> {
    const token = this.#token?.text;
    this.#token = null;
    const answer = (await call('report_client_events', { events, token })) as { token?: unknown } | null;
    this.#keep(answer?.token);
  }

  #keep(text: unknown): void {
    this.#token = typeof text === 'string' ? { text, askedAt: Date.now() } : null;
  }
}

/** The answer of a function of the database; null after any failure. */
async function call(name: string, args: object): Promise<unknown> {
  try {
    const { url, key } = backendConnection();
    const answer = await fetch(`${url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      keepalive: true,
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json', apikey: key, Authorization: `Bearer ${key}` },
      body: JSON.stringify(args),
    });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null; // no backend, no network, or a browser that rejects a large keepalive request
  }
}
