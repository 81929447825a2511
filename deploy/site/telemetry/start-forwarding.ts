import { join } from 'node:path';
import type { ReportSource } from './client-report.ts';
import { forwardReports, type ForwardingLogger } from './forward-reports.ts';
import { otlpSink } from './otlp-sink.ts';
import type { ReportSink } from './report-sink.ts';

/** Settings of forwarding from the environment. */
export interface Forwarding {
  /** The monitoring system; null: none. */
  sink: ReportSink | null;
  /** The Supabase project that the site uses, if it uses one and there is something to forward. */
  supabase: ReportSource | null;
}

export interface StartForwardingOptions {
  /** The service key of the embedded backend or the Postgres server; null when the site uses a Supabase project. */
  source: ReportSource | null;
  dataFolder: string;
  logger?: ForwardingLogger;
  intervalMs?: number;
}

/**
 * Forwards client reports to the monitoring system that the environment names; does nothing when it names none.
 * @returns a function that stops it
 */
export function startForwarding({ sink, supabase }: Forwarding, options: StartForwardingOptions): () => Promise<void> {
  const { dataFolder, logger = console, intervalMs } = options;
  const source = options.source ?? supabase;
  if (!source || !sink) return () => Promise.resolve();
  logger.info(`Client reports are forwarded to ${sink.name}.`);
  const cursorFile = join(dataFolder, `forwarded-to-${sink.name}`);
  return forwardReports({ source, sink, cursorFile, logger, ...(intervalMs ? { intervalMs } : {}) });
}

/** @throws Error with one sentence that names the setting that is wrong or missing, and what to do */
export function readForwarding(env: NodeJS.ProcessEnv): Forwarding {
  const sink = sinkOf(env);
  return { sink, supabase: sink && env.SUPABASE_URL ? supabaseSource(env) : null };
}

function sinkOf(env: NodeJS.ProcessEnv): ReportSink | null {
  const { TWOSTROKE_OTLP_URL: otlp, TWOSTROKE_OTLP_HEADERS: headers } = env;
  if (!otlp) return null;
  if (!/^https?:\/\/\S+$/.test(otlp))
    throw new Error('TWOSTROKE_OTLP_URL must be the address of an OTLP/HTTP receiver, e.g. http://127.0.0.1:4318.');
  return otlpSink(otlp, readHeaders(headers));
}

/** `Authorization=Bearer abc,X-Tenant=shop`, in the format of OTEL_EXPORTER_OTLP_HEADERS. */
function readHeaders(text = ''): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
      if (!name || value === undefined)
        throw new Error('TWOSTROKE_OTLP_HEADERS must look like Authorization=Bearer abc,X-Tenant=shop.');
      return [name, decodeURIComponent(value)];
    }),
  );
}

function supabaseSource({ SUPABASE_URL: url = '', SUPABASE_SERVICE_ROLE_KEY: serviceKey }: NodeJS.ProcessEnv) {
  if (!serviceKey)
    throw new Error(
      'To forward client reports of a Supabase project, set SUPABASE_SERVICE_ROLE_KEY (project settings, API keys).',
    );
  return { url: url.replace(/\/$/, ''), serviceKey };
}
