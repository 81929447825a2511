import type { Logger } from '../logger.ts';
import type { Sql } from './open-database.ts';
import { openDatabase } from './open-database.ts';
import { prepareLogin, workerService } from './service-logins.ts';

/**
 * Opens the database for a worker that is a process of its own: as the login in TWOSTROKE_WORKER_DATABASE_URL, which gets its
 * rights here when DATABASE_URL names the owner too, or else as that owner.
 */
export async function openWorkerDatabase(env: NodeJS.ProcessEnv, logger: Logger): Promise<Sql> {
  const { DATABASE_URL: databaseUrl, [workerService.variable]: given } = env;
  if (!databaseUrl && !given)
    throw new Error(
      `DATABASE_URL is missing: the connection string of the database, as its owner; or ${workerService.variable}, as the workers' login.`,
    );
  if (databaseUrl && given) {
    const owner = await openDatabase(databaseUrl, { connections: 1, logger });
    await prepareLogin(owner, workerService, { databaseUrl, given }).finally(() => owner.end({ timeout: 2 }));
  }
  return given
    ? openDatabase(given, { logger, variable: workerService.variable })
    : openDatabase(databaseUrl!, { logger });
}
