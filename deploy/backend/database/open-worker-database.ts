import type { Logger } from '../logger.ts';
import type { Sql } from './open-database.ts';
import { openDatabase } from './open-database.ts';
import { prepareLogin, workerService } from './service-logins.ts';

/**
 * Opens the database for a worker that is a process of its own, as the workers' login: the one in
 * TWOSTROKE_WORKER_DATABASE_URL, or else one that is made here. DATABASE_URL names the owner, who makes it and gives it its
 * rights, and whose connection is closed before this returns.
 */
export async function openWorkerDatabase(env: NodeJS.ProcessEnv, logger: Logger): Promise<Sql> {
  const { DATABASE_URL: databaseUrl, [workerService.variable]: given } = env;
  const url = databaseUrl ? await loginBy(databaseUrl, given, logger) : given;
  if (!url)
    throw new Error(
      `DATABASE_URL is missing: the connection string of the database, as its owner; or ${workerService.variable}, as the workers' login.`,
    );
  return openDatabase(url, { logger, variable: workerService.variable, name: 'twostroke-worker' });
}

async function loginBy(databaseUrl: string, given: string | undefined, logger: Logger): Promise<string> {
  const owner = await openDatabase(databaseUrl, { connections: 1, logger });
  try {
    if (!given) await checkThatLoginsCanBeMade(owner);
    return (await prepareLogin(owner, workerService, { databaseUrl, given })).url;
  } finally {
    await owner.end({ timeout: 2 });
  }
}

async function checkThatLoginsCanBeMade(owner: Sql): Promise<void> {
  const [row] = await owner<{ role: string; may: boolean }[]>`
    select rolname as role, rolsuper or rolcreaterole as may from pg_roles where rolname = current_user`;
  if (row && !row.may)
    throw new Error(
      `The user ${row.role} of DATABASE_URL may not create the workers' login: it lacks CREATEROLE. Give it that right, or ` +
        `set ${workerService.variable} to a login of the workers.`,
    );
}
