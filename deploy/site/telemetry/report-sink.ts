import type { ClientReport } from './client-report.ts';

/** A monitoring system to which reports are forwarded. */
export interface ReportSink {
  /** Name in messages and of the file with the position, e.g. `otlp`. */
  name: string;
  /**
   * Forwards reports; may get the same ones again after a failure.
   * @throws ReportsRejectedError when they will never be accepted; any other error means: retry later
   */
  send(reports: readonly ClientReport[]): Promise<void>;
}

/** The receiver rejected the reports: do not retry. */
export class ReportsRejectedError extends Error {
  override readonly name = 'ReportsRejectedError';
}

/** Sends one request. @throws ReportsRejectedError, or Error when a retry may help */
export async function post(url: string, headers: Record<string, string>, body: string): Promise<void> {
  const signal = AbortSignal.timeout(10_000);
  const answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
  await answer.arrayBuffer(); // frees the connection
  if (answer.ok) return;
  const sentence = `${new URL(url).host} answered ${answer.status}`;
  const later = answer.status >= 500 || answer.status === 408 || answer.status === 429;
  throw later ? new Error(sentence) : new ReportsRejectedError(sentence);
}
