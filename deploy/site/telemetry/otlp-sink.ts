import type { ClientReport } from './client-report.ts';
import { post, type ReportSink } from './report-sink.ts';

type Value = { stringValue: string } | { boolValue: boolean };

interface Attribute {
  key: string;
  value: Value;
}

const scope = { name: 'twostroke.client-reports' };

/**
 * An OpenTelemetry collector, by OTLP/HTTP in JSON: errors as log records, vitals as gauges, visits as a counter, each
 * app and version a resource.
 * @param url without `/v1/…`, e.g. `http://127.0.0.1:4318`
 * @param headers e.g. an Authorization
 */
export function otlpSink(url: string, headers: Record<string, string> = {}): ReportSink {
  const base = url.replace(/\/$/, '');
  const json = { 'Content-Type': 'application/json', ...headers };
  return {
    name: 'otlp',
    async send(reports) {
      const errors = reports.filter(({ kind }) => kind === 'error');
      const others = reports.filter(({ kind }) => kind !== 'error');
      if (errors.length > 0)
        await post(`${base}/v1/logs`, json, JSON.stringify({ resourceLogs: byApp(errors).map(logsOfApp) }));
      if (others.length > 0)
        await post(`${base}/v1/metrics`, json, JSON.stringify({ resourceMetrics: byApp(others).map(metricsOfApp) }));
    },
  };
}

function byApp(reports: readonly ClientReport[]): ClientReport[][] {
  return [...groupBy(reports, ({ app, version }) => `${app}@${version}`).values()];
}

function groupBy(reports: readonly ClientReport[], keyOf: (report: ClientReport) => string) {
  const groups = new Map<string, ClientReport[]>();
  for (const report of reports) groups.set(keyOf(report), [...(groups.get(keyOf(report)) ?? []), report]);
  return groups;
}

function logsOfApp(reports: ClientReport[]) {
  const logRecords = reports.map((report) => ({
    timeUnixNano: nanoseconds(report.received_at),
    observedTimeUnixNano: nanoseconds(report.received_at),
    severityNumber: 17,
    severityText: 'ERROR',
    body: { stringValue: report.message ?? report.name },
    attributes: attributes({
      'exception.type': report.name,
      'exception.message': report.message,
      ...placeOf(report),
    }),
  }));
  return { resource: resourceOf(reports), scopeLogs: [{ scope, logRecords }] };
}

function metricsOfApp(reports: ClientReport[]) {
  const vitals = groupBy(
    reports.filter(({ kind }) => kind === 'vital'),
    ({ name }) => name,
  );
  const gauges = [...vitals].map(([name, measured]) => ({
    name: `browser.web_vital.${name.toLowerCase()}`,
    unit: name === 'CLS' ? '1' : 'ms',
    gauge: {
      dataPoints: measured.map((report) => ({
        timeUnixNano: nanoseconds(report.received_at),
        asDouble: report.value ?? 0,
        attributes: attributes(placeOf(report)),
      })),
    },
  }));
  const visits = reports.filter(({ kind }) => kind === 'visit');
  return { resource: resourceOf(reports), scopeMetrics: [{ scope, metrics: [...gauges, ...counterOf(visits)] }] };
}

/** Visits since the last report; a sampled row counts for all visits that it represents. */
function counterOf(visits: ClientReport[]) {
  const [first, last] = [visits[0], visits.at(-1)];
  if (!first || !last) return [];
  const dataPoint = {
    startTimeUnixNano: nanoseconds(first.received_at),
    timeUnixNano: nanoseconds(last.received_at),
    asDouble: visits.reduce((sum, { sample_rate }) => sum + 1 / sample_rate, 0),
    attributes: [],
  };
  const delta = 1;
  return [
    {
      name: 'browser.visits',
      unit: '{visit}',
      sum: { aggregationTemporality: delta, isMonotonic: true, dataPoints: [dataPoint] },
    },
  ];
}

function resourceOf(reports: ClientReport[]) {
  const { app, version } = reports[0]!;
  return {
    attributes: attributes({ 'service.namespace': 'twostroke', 'service.name': app, 'service.version': version }),
  };
}

function placeOf(report: ClientReport): Record<string, string | boolean | null> {
  return {
    'twostroke.route': report.route,
    'twostroke.request': report.request_id,
    'twostroke.site_release': report.site_release,
    'twostroke.canary': report.canary,
  };
}

function attributes(values: Record<string, string | boolean | null>): Attribute[] {
  return Object.entries(values).flatMap(([key, value]) => {
    if (value === null) return [];
    return [{ key, value: typeof value === 'boolean' ? { boolValue: value } : { stringValue: value } }];
  });
}

/** 64-bit numbers are strings in OTLP's JSON. */
function nanoseconds(instant: string): string {
  return `${BigInt(Date.parse(instant)) * 1_000_000n}`;
}
