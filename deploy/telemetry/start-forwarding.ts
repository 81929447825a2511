import { join } from 'node:path';
import { consoleLogger, type Logger } from '../backend/logger.ts';
import type { ReportSource } from './client-report.ts';
import { forwardReports } from './forward-reports.ts';
import { otlpSink } from './otlp-sink.ts';
import type { ReportSink } from './report-sink.ts';
import { sentrySink } from './sentry-sink.ts';

/** What the environment says about forwarding. */
export interface Forwarding {
  sinks: ReportSink[];
  /** The Supabase project that the site uses, if it uses one and there is something to forward. */
  supabase: ReportSource | null;
}

export interface StartForwardingOptions {
  /** Of the embedded backend or the Postgres server; null when the site uses a Supabase project. */
  source: ReportSource | null;
  dataFolder: string;
  logger?: Logger;
  intervalMs?: number;
}

/**
 * Forwards client reports to the monitoring systems that the environment names; does nothing when it names none.
 * @returns a function that stops it
 */
export function startForwarding({ sinks, supabase }: Forwarding, options: StartForwardingOptions): () => Promise<void> {
  const { dataFolder, logger = consoleLogger, intervalMs } = options;
  const source = options.source ?? supabase;
  if (!source) return () => Promise.resolve();
  const stops = sinks.map((sink) => {
    logger.info(`Client reports are forwarded to ${sink.name}.`);
    const cursorFile = join(dataFolder, `forwarded-to-${sink.name}`);
    return forwardReports({ source, sink, cursorFile, logger, ...(intervalMs ? { intervalMs } : {}) });
  });
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** @throws Error with one sentence that names the setting that is wrong or missing, and what to do */
export function readForwarding(env: NodeJS.ProcessEnv): Forwarding {
  const sinks = sinksOf(env);
  return { sinks, supabase: sinks.length > 0 && env.SUPABASE_URL ? supabaseSource(env) : null };
}

function sinksOf(env: NodeJS.ProcessEnv): ReportSink[] {
  const { TWOSTROKE_OTLP_URL: otlp, TWOSTROKE_OTLP_HEADERS: headers, TWOSTROKE_SENTRY_DSN: dsn } = env;
  if (otlp && !/^https?:\/\/\S+$/.test(otlp))
    throw new Error('TWOSTROKE_OTLP_URL must be the address of an OTLP/HTTP receiver, e.g. http://127.0.0.1:4318.');
  return [...(otlp ? [otlpSink(otlp, readHeaders(headers))] : []), ...(dsn ? [sentrySink(dsn)] : [])];
}

/** `Authorization=Bearer abc,X-Tenant=shop`, as OTEL_EXPORTER_OTLP_HEADERS is written. */
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
