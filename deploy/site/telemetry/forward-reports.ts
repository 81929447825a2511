import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { newestReportId, readReports, type ReportSource } from './client-report.ts';
import { ReportsRejectedError, type ReportSink } from './report-sink.ts';

/** Receives log messages. */
export type ForwardingLogger = Pick<Console, 'info' | 'warn'>;

export interface ForwardingOptions {
  source: ReportSource;
  sink: ReportSink;
  /** File that stores the id of the last forwarded report. */
  cursorFile: string;
  logger: ForwardingLogger;
  /** Poll interval for new reports, in milliseconds. */
  intervalMs?: number;
  clock?: () => number;
}

/**
 * Forwards every report from now on, each at least once and in order. A receiver that is down gets them once it answers
 * again; reports that it rejects are skipped. The first start begins with the newest report, a later start where the
 * last one ended.
 * @returns a function that stops it
 */
export function forwardReports(options: ForwardingOptions): () => Promise<void> {
  const { source, sink, cursorFile, logger, intervalMs = 10_000, clock = Date.now } = options;
  let cursor = readCursor(cursorFile);
  let failing = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function handOn(): Promise<void> {
    if (cursor === null) return keep(await newestReportId(source));
    for (;;) {
      const reports = await readReports(source, cursor, clock());
      const last = reports.at(-1);
      if (!last || stopped) return;
      await sink.send(reports).catch((failure: unknown) => {
        if (!(failure instanceof ReportsRejectedError)) throw failure;
        logger.warn(`Client reports up to ${last.id} were rejected by ${sink.name}: ${failure.message}.`);
      });
      keep(last.id);
    }
  }

  function keep(id: number): void {
    cursor = id;
    mkdirSync(dirname(cursorFile), { recursive: true });
    writeFileSync(`${cursorFile}.next`, `${id}\n`);
    renameSync(`${cursorFile}.next`, cursorFile);
  }

  async function look(): Promise<void> {
    try {
      await handOn();
      if (failing) logger.info(`Client reports reach ${sink.name} again.`);
      failing = false;
    } catch (failure) {
      // Once, not every ten seconds.
      if (!failing && !stopped) logger.warn(`Client reports wait for ${sink.name}: ${(failure as Error).message}`);
      failing = true;
    }
    if (!stopped) timer = setTimeout(() => (running = look()), intervalMs).unref();
  }

  let running = look();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}

function readCursor(file: string): number | null {
  try {
    const id = Number(readFileSync(file, 'utf8'));
    return Number.isSafeInteger(id) && id >= 0 ? id : null;
  } catch {
    return null; // never started before
  }
}
