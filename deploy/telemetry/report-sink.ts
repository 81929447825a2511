import type { ClientReport } from './client-report.ts';

/** A monitoring system that reports are handed on to. */
export interface ReportSink {
  /** For messages and for the file that remembers how far it got, e.g. `otlp`. */
  name: string;
  /**
   * Hands reports on. May be given the same ones again after a failure.
   * @throws RefusedReports when they will never be taken; any other error means: try again later
   */
  send(reports: readonly ClientReport[]): Promise<void>;
}

/** The receiver understood and said no: sending the same once more is of no use. */
export class RefusedReports extends Error {
  override readonly name = 'RefusedReports';
}

/** Sends one request. @throws RefusedReports, or Error when it is worth another try */
export async function post(url: string, headers: Record<string, string>, body: string): Promise<void> {
  const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) });
  await answer.arrayBuffer(); // frees the connection
  if (answer.ok) return;
  const sentence = `${new URL(url).host} answered ${answer.status}`;
  const later = answer.status >= 500 || answer.status === 408 || answer.status === 429;
  throw later ? new Error(sentence) : new RefusedReports(sentence);
}
