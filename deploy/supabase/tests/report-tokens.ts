import { rpc } from './open-database.ts';
import type { JsonObject, Tx } from './open-database.ts';

export interface ReportAnswer {
  kept: number;
  token: string | null;
}

/** Makes the rest of a transaction a call from this network address, as PostgREST names it; null: from none. */
export async function comeFrom(tx: Tx, address: string | null): Promise<void> {
  const headers = address === null ? {} : { 'cf-connecting-ip': address };
  await tx`select set_config('request.headers', ${JSON.stringify(headers)}, true)`;
}

/** Asks for the token of a page load, from one network address. */
export async function askForToken(tx: Tx, versions: JsonObject, address = '203.0.113.7'): Promise<string | null> {
  await comeFrom(tx, address);
  return (await rpc(tx, 'request_report_token', { versions })) as unknown as string | null;
}

/** Sends events with a token, from the address of the call before. */
export async function send(tx: Tx, events: unknown, token: string | null): Promise<ReportAnswer> {
  return (await rpc(tx, 'report_client_events', { events, token })) as object as ReportAnswer;
}
