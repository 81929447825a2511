import { readCommandLine } from '@twostroke/shared/tooling/read-command-line.mjs';
import { closeOnSignals } from '../../backend/close-on-signals.ts';
import { openWorkerDatabase } from '../../backend/database/open-worker-database.ts';
import type { Logger } from '../../backend/logger.ts';
import { consoleLogger } from '../../backend/logger.ts';
import { deliverMessages } from './deliver-messages.ts';
import { mailFromEnvironment } from '../../backend/adapters/mail-from-environment.ts';
import { consoleSms } from '../../backend/adapters/message-adapters.ts';
import { startMessageWorker } from './message-worker.ts';

/**
 * `npm run worker`: sends the messages of a database as a process of its own. With --once it sends what is due and
 * ends, for shops that have a scheduler instead of a long-running process.
 * @throws Error with one sentence that names what is wrong and what to do
 */
export async function runWorker(
  args: string[],
  env: NodeJS.ProcessEnv,
  logger: Logger = consoleLogger,
): Promise<{ close(): Promise<void> } | undefined> {
  const { SITE_URL: siteUrl } = env;
  const { once } = readCommandLine(args, {
    command: 'npm run worker',
    options: { once: { type: 'boolean', default: false } },
  }).values;
  if (!siteUrl || !/^https?:\/\/[^/\s?#]+\/?$/.test(siteUrl))
    throw new Error(
      'SITE_URL is missing: the address of the site that links lead to, such as https://twostroke.example',
    );
  const mailAdapter = mailFromEnvironment(env, logger);
  const sql = await openWorkerDatabase(env, logger);
  const options = { sql, mailAdapter, smsAdapter: consoleSms(logger), siteUrl: () => siteUrl, logger };
  if (once) {
    try {
      const sent = await deliverMessages(options);
      logger.info(`Messages sent: ${sent}.`);
    } finally {
      await sql.end({ timeout: 2 });
    }
    return undefined;
  }
  const worker = startMessageWorker(options);
  const close = async (): Promise<void> => {
    await worker.close();
    await sql.end({ timeout: 2 });
  };
  closeOnSignals(close, logger);
  logger.info('Messages are sent as they fall due. Stop with Ctrl+C.');
  return { close };
}
