import { Constants, type Database } from '@twostroke/shared/contracts/database.types';
import * as v from 'valibot';

const { report_kind: reportKinds } = Constants.public.Enums;
/** Postgres writes numbers that JavaScript may round as text. */
const numeric = v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.number());
const clientReport = v.object({
  app: v.string(),
  canary: v.boolean(),
  id: numeric,
  kind: v.picklist(reportKinds),
  message: v.nullable(v.string()),
  name: v.string(),
  received_at: v.string(),
  request_id: v.nullable(v.string()),
  route: v.nullable(v.string()),
  sample_rate: numeric,
  site_release: v.nullable(v.string()),
  value: v.nullable(numeric),
  version: v.string(),
});
const ids = v.array(v.object({ id: numeric }));

/** One report of a visitor's browser: a row of `client_reports`, without the hash of its sender. */
export type ClientReport = Omit<Database['public']['Tables']['client_reports']['Row'], 'sender'>;

/** The backend of the reports, and the key that may read them: the service key, for servers only. */
export interface ReportSource {
  /** Address of the backend, e.g. `https://project.supabase.co`, or the site's own when it is embedded. */
  url: string;
  serviceKey: string;
  /** Further headers: with the key of the site's server its calls are not counted as a visitor's. */
  headers?: Record<string, string>;
}

/** Most reports of one read. */
const PAGE = 200;
/** Rows get their ids before they are committed, so a row with a smaller id may appear after one with a larger id. */
const SETTLED_MS = 5000;

/**
 * The reports that came after one, the oldest first.
 * @throws Error when the backend does not answer or rejects the request
 */
export async function readReports(source: ReportSource, afterId: number, now = Date.now()): Promise<ClientReport[]> {
  const settled = new Date(now - SETTLED_MS).toISOString();
  const filters = `id=gt.${afterId}&received_at=lt.${settled}`;
  const columns = Object.keys(clientReport.entries).join(',');
  return ask(source, v.array(clientReport), `client_reports?select=${columns}&${filters}&order=id&limit=${PAGE}`);
}

/** Number of the newest report; 0 when there is none. @throws Error */
export async function newestReportId(source: ReportSource): Promise<number> {
  const rows = await ask(source, ids, 'client_reports?select=id&order=id.desc&limit=1');
  return rows[0]?.id ?? 0;
}

/** Asks the backend's data API with the service key. @throws Error, also when the answer does not fit the schema */
export async function ask<Schema extends v.GenericSchema>(
  source: ReportSource,
  schema: Schema,
  path: string,
  body?: unknown,
): Promise<v.InferOutput<Schema>> {
  const answer = await call(source, path, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) });
  return v.parse(schema, await answer.json());
}

async function call({ url, serviceKey, headers }: ReportSource, path: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(`${url}/rest/v1/${path}`, {
    ...init,
    headers: {
      apikey: serviceKey,
      Authorization: `Bearer ${serviceKey}`,
      'Content-Type': 'application/json',
      ...headers,
      ...init.headers,
    },
    signal: AbortSignal.timeout(10_000),
    redirect: 'error', // it would take the service key along
  });
  if (!answer.ok) throw new Error(`The backend answered ${answer.status} when asked for client reports.`);
  return answer;
}
