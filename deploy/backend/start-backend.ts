import { join } from 'node:path';
import type { Sql } from 'postgres';
import { createDemoAdmin } from './accounts/create-demo-admin.ts';
import { answerAuth } from './auth/auth-front.ts';
import { createAuthLimits } from './auth/auth-limits.ts';
import { createAuthMailer } from './auth/auth-mailer.ts';
import { readWordsOfShop } from './auth/guessable-words.ts';
import { createKnownDevices } from './auth/known-devices.ts';
import { createMailCodes } from './auth/mail-codes.ts';
import { createPhoneCodes } from './auth/phone-codes.ts';
import type { BackendLimits } from './backend-limits.ts';
import { defaultLimits } from './backend-limits.ts';
import type { Backend, BackendOptions, BackendWorkers, StartWorkers } from './backend-options.ts';
import { openDatabase } from './database/open-database.ts';
import { prepareDatabase } from './database/prepare-database.ts';
import type { LoginService, ServiceLogin } from './database/service-logins.ts';
import { apiService, authService, realtimeService, workerService } from './database/service-logins.ts';
import { withStartUpLock } from './database/start-up-lock.ts';
import { restError } from './gateway/answers.ts';
import { readCallLimits } from './gateway/call-limits.ts';
import { readAddressHeader } from './gateway/client-address.ts';
import { hasEnded, listenForEndedSessions } from './gateway/ended-sessions.ts';
import { createFront } from './gateway/front.ts';
import { createHealth } from './gateway/health.ts';
import { listenAlone } from './gateway/listen-alone.ts';
import { createSiteKey } from './gateway/site-key.ts';
import { logAudit } from './log-audit.ts';
import { consoleLogger } from './logger.ts';
import { mailFromEnvironment } from './adapters/mail-from-environment.ts';
import { consoleSms } from './adapters/message-adapters.ts';
import { startPostgres } from './postgres/start-postgres.ts';
import { sessionOf, userOf } from './gateway/access-token.ts';
import { startRealtime } from './realtime/start-realtime.ts';
import { openLiteApp } from './rest/lite-app.ts';
import { quietConsole } from './rest/quiet-console.ts';
import { answerRest } from './rest/rest-front.ts';
import { signAddresses } from './storage/signed-addresses.ts';
import { answerStorage } from './storage/storage-front.ts';
import { storeFilesIn } from './storage/stored-files.ts';
import { sweepFiles } from './storage/sweep-files.ts';
import { loadSecrets, secretsFileOf } from './secrets/backend-secrets.ts';

/**
 * Starts the embedded Supabase: Postgres (or the server in databaseUrl), schema, seed, REST, Auth and Realtime.
 * Mount handle() and upgrade() of the result on the site's own server, or call listen().
 *
 * @throws an Error with a sentence for the operator: data folder in use, no server, rejected migration.
 */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  const logger = options.logger ?? consoleLogger;
  const clock = options.clock ?? Date.now;
  const siteKey = createSiteKey();
  const limits: BackendLimits = { ...defaultLimits, ...options.limits };
  let siteUrl = options.siteUrl ?? 'http://127.0.0.1';
  const smsAdapter = options.smsAdapter ?? consoleSms(logger);
  const mailAdapter = options.mailAdapter ?? mailFromEnvironment(process.env, logger);
  // What was opened, in the order in which it must be closed when this or a later step fails.
  const closers: (() => unknown)[] = [];
  let closing: Promise<void> | undefined;
  const close = () =>
    (closing ??= (async () => {
      for (const closer of closers) await closer();
    })());

  try {
    const secrets = loadSecrets(options.dataFolder);
    const embedded = options.databaseUrl
      ? undefined
      : await startPostgres({ dataFolder: options.dataFolder, password: secrets.databasePassword, logger });
    if (embedded) closers.unshift(() => embedded.stop());
    const databaseUrl = options.databaseUrl ?? embedded?.databaseUrl ?? '';
    const sql = await openDatabase(databaseUrl, { logger });
    closers.unshift(() => sql.end({ timeout: 2 }));
    closers.unshift(quietConsole());

    const liteOptions = { secrets, siteUrl, jwtExpirySeconds: options.jwtExpirySeconds ?? 3600 };
    const { apiLogin, authLogin, realtimeLogin, workerLogin, schema } = await withStartUpLock(databaseUrl, () =>
      prepareDatabase(sql, databaseUrl, liteOptions, options),
    );
    const openAs = async ({ variable }: LoginService, { url }: ServiceLogin, name: string, connections?: number) => {
      const { statementTimeoutMs } = limits;
      const opened = await openDatabase(url, {
        variable,
        name,
        statementTimeoutMs,
        ...(connections && { connections }),
      });
      closers.unshift(() => opened.end({ timeout: 2 }));
      return opened;
    };
    const authSql = await openAs(authService, authLogin, 'twostroke-auth');
    const mailCodes = createMailCodes(authSql, { codeKey: secrets.codeKey, tries: limits.mailCodeTries });
    const mailer = createAuthMailer({ adapter: mailAdapter, codes: mailCodes, siteUrl: () => siteUrl, logger });
    const lite = openLiteApp(
      { ...liteOptions, databaseUrl: apiLogin.url, mailer, statementTimeoutMs: limits.statementTimeoutMs },
      schema,
    );
    closers.unshift(() => lite.close());
    const apiSql = await openAs(apiService, apiLogin, 'twostroke-api');
    const demoAdmin = options.seed === 'demo' ? await createDemoAdmin(lite, sql, secrets.anonKey) : undefined;
    lite.requireConfirmations();

    const devices = createKnownDevices({ key: secrets.codeKey, clock, siteUrl: () => siteUrl });
    const authLimits = createAuthLimits(limits, clock, {
      devices,
      userOf: (authorization) => userOf(authorization, secrets),
    });
    const phoneCodes = createPhoneCodes(authSql, smsAdapter, {
      codeKey: secrets.codeKey,
      clock,
      limits: limits.phoneCode,
      onFailure: (reason) => logger.error(`An SMS could not be sent: ${reason}`),
    });
    const auth = {
      sql: authSql,
      lite,
      limits: authLimits,
      devices,
      mailer,
      mailCodes,
      phoneCodes,
      tokenKey: secrets.codeKey,
      lifetimes: limits.sessions,
      secrets,
      siteUrl: () => siteUrl,
      wordsOfShop: await readWordsOfShop(sql),
      sessions: { sql: authSql, secrets, clock },
      sessionOf: (authorization: string | null) => sessionOf(authorization, secrets),
    };
    const workers = await startWorkers(options.workers, workerLogin, (workerSql) => ({
      sql,
      workerSql,
      apiSql,
      secrets,
      logger,
      smsAdapter,
      mailAdapter,
      siteUrl: () => siteUrl,
      isDemo: options.seed === 'demo',
    }));
    closers.unshift(() => workers.close());
    const files = storeFilesIn(join(options.dataFolder, 'storage'));
    await sweepFiles(sql, files);
    const storage = { apiSql, secrets, files, addresses: signAddresses(secrets.codeKey, clock) };
    const rest = { lite, secrets, addressHeader: await readAddressHeader(sql) };
    const endedSessions = await listenForEndedSessions(authSql);
    closers.unshift(() => endedSessions.close());
    const crossOrigin = { allowsLocalPages: options.isDevelopment ?? false };
    const front = createFront({
      limits,
      callLimits: await readCallLimits(sql, limits.calls),
      clock,
      logger,
      trustProxy: options.trustProxy ?? false,
      crossOrigin,
      siteKey,
      userOf: (authorization) => userOf(authorization, secrets),
      hasEnded: (authorization) => hasEnded(authorization, secrets, endedSessions),
      answerAuth: (call) => answerAuth(auth, call),
      answerRest: (call) => answerRest(rest, call),
      answerPayments: (call) => workers.answerPayments(call),
      answerStorage: (call) => answerStorage(storage, call),
    });
    const realtime = await startRealtime({
      // One after the other: changes are delivered in their order.
      feedSql: await openAs(realtimeService, realtimeLogin, 'twostroke-realtime', 1),
      apiSql,
      secrets,
      logger,
      clock,
      limits: limits.realtime,
      trustProxy: options.trustProxy ?? false,
      crossOrigin,
      endedSessions,
    });
    closers.unshift(() => realtime.close());
    const audit = await logAudit(apiSql, logger);
    closers.unshift(() => audit.close());

    const setSiteUrl = (url: string) => {
      siteUrl = url;
      lite.setSiteUrl(url);
      workers.startMessages();
    };
    if (options.siteUrl) workers.startMessages();
    const backend: Backend = {
      handle: (request, response) => front.handle(request, response),
      upgrade: (request, socket, head) => realtime.upgrade(request, socket, head),
      anonKey: secrets.anonKey,
      serviceKey: secrets.serviceKey,
      secretsFile: secretsFileOf(options.dataFolder),
      siteKey,
      databaseUrl,
      sql,
      checks: { database: () => apiSql`select 1`, ...workers.checks },
      reconcilePayments: () => workers.reconcilePayments(),
      demoAdmin,
      isNew: embedded?.isNew ?? false,
      setSiteUrl,
      listen: async (port) => {
        const health = createHealth({ checks: backend.checks, logger });
        const handlers = {
          handle: (...call: Parameters<Backend['handle']>) => health.handle(...call) || backend.handle(...call),
          upgrade: backend.upgrade,
        };
        const listening = await listenAlone(handlers, port, { logger, isBehindProxy: options.trustProxy ?? false });
        closers.unshift(() => listening.close());
        if (!options.siteUrl) setSiteUrl(listening.url);
        return listening;
      },
      close,
    };
    return backend;
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts workers on connections of their own login. */
async function startWorkers(
  start: StartWorkers | undefined,
  login: ServiceLogin | undefined,
  environment: (workerSql: Sql) => Parameters<StartWorkers>[0],
): Promise<BackendWorkers> {
  if (!start || !login) return withoutWorkers;
  const workerSql = await openDatabase(login.url, { variable: workerService.variable, name: 'twostroke-worker' });
  const close = () => workerSql.end({ timeout: 2 });
  try {
    const workers = await start(environment(workerSql));
    return { ...workers, close: () => workers.close().finally(close) };
  } catch (error) {
    await close();
    throw error;
  }
}

const withoutWorkers: BackendWorkers = {
  answerPayments: async () => restError(404, 'Paying online is not possible at the moment.', 'not_offered'),
  reconcilePayments: async () => undefined,
  startMessages: () => undefined,
  close: async () => undefined,
};
