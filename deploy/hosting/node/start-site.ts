import type { RequestListener } from 'node:http';
import { resolve } from 'node:path';
import type { Backend, BackendOptions } from '../../backend/backend-options.ts';
import { createGuardedServer } from '../../backend/gateway/guarded-server.ts';
import { createHealth, type HealthCheck } from '../../backend/gateway/health.ts';
import { SITE_KEY_HEADER } from '../../backend/gateway/site-key.ts';
import { consoleLogger, type Logger } from '../../backend/logger.ts';
import { outliveEndedConnections } from '../../backend/outlive-ended-connections.ts';
import { resetData } from '../../backend/postgres/reset-data.ts';
import { startBackend } from '../../backend/start-backend.ts';
import { embeddedWorkers, type WorkerOptions } from '../../workers/embedded-workers.ts';
import { assembleSite, writeDocumentsOfStart } from './assemble-site.ts';
import { createFlipLog } from './log-flip.ts';
import { announceSite, type BackendAccess } from '../../site/record/running-site.ts';
import { createSiteKeyFetch } from '../../site/prerender/site-key-fetch.mjs';
import { visitorReports } from '../../release/canary/visitor-reports.ts';
import { followLive, readLiveSet, type LiveSet } from '../../site/server/follow-live.ts';
import { guardCanary } from '../../release/canary/guard-canary.ts';
import { startSiteServer, type SiteServer } from '../../site/server/site-server.ts';
import type { ReportSource } from '../../site/telemetry/client-report.ts';
import { keepAnnounced, nameOfSite } from '../../site/telemetry/announce-live.ts';
import type { TrustedKeys } from '../../site/record/release-signature.ts';
import { readForwarding, startForwarding } from '../../site/telemetry/start-forwarding.ts';
import { buildApps } from '../../release/build/build-apps.mjs';
import { repository } from '../../release/build/ensure-installed.mjs';
import { contentVersionFrom, fetchRowsFrom } from '../../site/prerender/fetch-rows.ts';
import type { StartOptions } from './start-options.ts';

/** `npm start`: builds what has changed, starts the backend, serves the site and prints its address. */
export async function startSite(options: StartOptions): Promise<void> {
  outliveEndedConnections();
  try {
    const forwarding = readForwarding(process.env);
    const { site, backend, stop } = await openSite(options);
    const source = backend && { url: site.url, serviceKey: backend.serviceKey };
    const stopForwarding = startForwarding(forwarding, { source, dataFolder: resolve(options.dataFolder) });
    let stopping = false;
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        if (stopping) return;
        stopping = true;
        void stopForwarding();
        void stop().then(() => process.exit(0));
      });
    console.log(`\n  Twostroke is open:  ${site.url}\n  Stop with Ctrl+C.\n`);
  } catch (failure) {
    console.error(`\n${failure instanceof Error ? failure.message : String(failure)}\n`);
    process.exit(1);
  }
}

/** Everything `npm start` runs, for tests and measurements too. */
export async function openSite(
  options: StartOptions,
  { messageWorker, payments, ...backendOptions }: Partial<BackendOptions> & WorkerOptions = {},
): Promise<{ site: SiteServer; backend: Backend | null; stop: () => Promise<void> }> {
  const dataFolder = resolve(options.dataFolder);
  if (options.build) {
    const started = Date.now();
    const built = await buildApps();
    if (built.length > 0) console.log(`Built ${built.join(', ')} in ${seconds(started)} s.`);
  }
  const siteFolder = `${dataFolder}/site`;
  const { signingKey = null, trustedKeys = null } = options;
  const logger = backendOptions.logger ?? consoleLogger;
  const guarded = (listener: RequestListener) =>
    createGuardedServer(listener, { logger, isBehindProxy: options.publicOrigin !== undefined });
  const healthOf = (checks: Record<string, HealthCheck>) => (own: Record<string, HealthCheck>) =>
    createHealth({ checks: { ...checks, ...own }, logger });
  if (options.backend.kind === 'supabase') {
    const { url, key, siteKey } = options.backend;
    await checkSupabase(url, key);
    const backendHeaders: Record<string, string> = siteKey ? { [SITE_KEY_HEADER]: siteKey } : {};
    const siteKeyFetch = createSiteKeyFetch(url, backendHeaders);
    assembleSite({ repository, siteFolder, signingKey, trustedKeys, log: logger });
    const live = readLiveSet(siteFolder, trustedKeys, logger);
    const site = await listen(options.port, (port) =>
      startSiteServer(
        {
          siteFolder,
          live: live.stable,
          canary: live.canary,
          previews: live.previews,
          browserBackend: { url, key },
          backendHeaders,
          fetchRows: fetchRowsFrom(url, key, siteKeyFetch),
          contentVersion: contentVersionFrom(url, key, siteKeyFetch),
          renderAhead: options.renderAhead,
          reportShare: options.reportShare,
          publicOrigin: options.publicOrigin,
          host: options.host,
          createServer: guarded,
          createHealth: healthOf({ database: () => checkSupabase(url, key, siteKeyFetch) }),
        },
        port,
      ),
    );
    const serviceKey = process.env.SUPABASE_SERVICE_ROLE_KEY ?? null;
    const leave = joinReleases(siteFolder, live, site, {
      backend: { url, key },
      source: serviceKey ? { url, serviceKey, headers: backendHeaders } : null,
      publicOrigin: options.publicOrigin,
      trustedKeys,
      logger,
    });
    return { site, backend: null, stop: () => (leave(), site.close()) };
  }
  if (options.reset) await resetData(dataFolder);
  const backend = await startBackend({
    dataFolder,
    ...(options.backend.kind === 'postgres' ? options.backend : {}),
    seed: options.demo ? 'demo' : 'catalog',
    trustProxy: options.publicOrigin !== undefined,
    reportShare: options.reportShare,
    workers: embeddedWorkers({ messageWorker, payments }),
    ...backendOptions,
  });
  try {
    assembleSite({ repository, siteFolder, signingKey, trustedKeys, log: logger });
    const live = readLiveSet(siteFolder, trustedKeys, logger);
    const backendHeaders = { [SITE_KEY_HEADER]: backend.siteKey };
    // The backend answers at the site's own address, which is known once it listens: earlier reads wait for it.
    const access = async () => {
      const { url } = await opening;
      return [url, backend.anonKey, createSiteKeyFetch(url, backendHeaders)] as const;
    };
    const opening: Promise<SiteServer> = listen(options.port, (port) =>
      startSiteServer(
        {
          siteFolder,
          live: live.stable,
          canary: live.canary,
          previews: live.previews,
          browserBackend: { url: '', key: backend.anonKey },
          backendHeaders,
          fetchRows: async (query) => fetchRowsFrom(...(await access()))(query),
          contentVersion: async () => contentVersionFrom(...(await access()))(),
          renderAhead: options.renderAhead,
          reportShare: options.reportShare,
          publicOrigin: options.publicOrigin,
          host: options.host,
          createServer: guarded,
          createHealth: healthOf(backend.checks),
          backend,
        },
        port,
      ),
    );
    const site = await opening;
    backend.setSiteUrl(options.publicOrigin ?? site.url);
    if (backend.demoAdmin)
      console.log(
        `\n  Demo admin:  ${backend.demoAdmin.email}  password ${backend.demoAdmin.password}  (printed only once)`,
      );
    const leave = joinReleases(siteFolder, live, site, {
      backend: { url: site.url, key: backend.anonKey },
      source: { url: site.url, serviceKey: backend.serviceKey, headers: backendHeaders },
      publicOrigin: options.publicOrigin,
      trustedKeys,
      secretsFile: backend.secretsFile,
      logger,
    });
    return { site, backend, stop: async () => (leave(), await site.close(), await backend.close()) };
  } catch (failure) {
    await backend.close();
    throw failure;
  }
}

interface JoinedSite {
  backend: BackendAccess;
  /** Where visitors' reports are; null without a service key. */
  source: ReportSource | null;
  publicOrigin: string | undefined;
  trustedKeys: TrustedKeys | null;
  secretsFile?: string;
  logger: Logger;
}

/**
 * While it runs the site follows flips, tells the database what is live, ends canaries that exceed their error budget or
 * report nothing, and can be found by the release tool. Without a service key visitors' reports can't be read, and
 * canaries are ended by hand.
 * @returns a function that stops all of it
 */
function joinReleases(
  siteFolder: string,
  live: LiveSet,
  site: SiteServer,
  { backend, source, publicOrigin, trustedKeys, secretsFile, logger }: JoinedSite,
): () => void {
  const name = nameOfSite(siteFolder, publicOrigin);
  const announced = source && keepAnnounced(siteFolder, source, name);
  const noteFlip = createFlipLog(siteFolder, logger);
  const parts = [
    followLive(
      siteFolder,
      live,
      ({ stable, canary, previews }) => {
        site.setLive(stable, canary, previews);
        announced?.again();
        noteFlip();
      },
      trustedKeys,
      logger,
    ),
    () => announced?.stop(),
    announceSite(siteFolder, {
      url: site.url,
      backend,
      endsCanaries: source !== null,
      ...(secretsFile && { secretsFile }),
    }),
    source ? guardCanary(siteFolder, visitorReports(source, name), undefined, logger) : () => undefined,
  ];
  void writeDocumentsOfStart(siteFolder, console.log); // in the background, after the site's address is printed
  return () => parts.forEach((end) => end());
}

/** Takes the requested port, or reports that it is in use and takes a free one. */
async function listen(port: number, start: (port: number) => Promise<SiteServer>): Promise<SiteServer> {
  try {
    return await start(port);
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw failure;
    console.log(`Port ${port} is in use by another program; taking a free one.`);
    return start(0);
  }
}

async function checkSupabase(url: string, key: string, ask = fetch): Promise<void> {
  const answer = await ask(`${url}/rest/v1/brands?select=slug&limit=1`, {
    headers: { apikey: key, Authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(10_000),
    redirect: 'error',
  }).catch(() => null);
  if (!answer)
    throw new Error(`SUPABASE_URL ${url} does not answer. Check the address and that the project is running.`);
  if (answer.status === 401)
    throw new Error('The project rejects SUPABASE_ANON_KEY. Copy the anon key from its API settings.');
  if (!answer.ok)
    throw new Error(
      `The Supabase project answers ${answer.status} for the table brands. Apply the migrations first: supabase --workdir deploy db push`,
    );
}

function seconds(since: number): string {
  return ((Date.now() - since) / 1000).toFixed(1);
}
