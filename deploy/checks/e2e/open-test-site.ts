import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { MailMessage, SmsMessage } from '../../backend/adapters/message-adapters.ts';
import type { Backend } from '../../backend/backend-options.ts';
import { createLogger } from '../../backend/logger.ts';
import { repository } from '../../release/build/ensure-installed.mjs';
import { openSite } from '../../hosting/node/start-site.ts';
import { readLiveRecord } from '../../site/record/live-record.ts';
import { privateFolder, publicFolder } from '../../site/record/release-record.ts';
import { launchChromium } from './launch-chromium.ts';
import { cloneShop, type ShopTemplate } from './fixtures/shop-template.ts';
import { rejectSecretsInLog } from './reject-secrets-in-log.ts';
import { openBehindNginx } from './open-behind-nginx.ts';
import { watch } from './watch.ts';

/** Sizes of the viewport in journeys. */
export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 900 };

/** The server that answers visitors: the Node server, or the real nginx with exported documents. */
export type TestSiteServer = 'node' | 'nginx' | 'nginx over tls';

export interface TestSiteOptions {
  server?: TestSiteServer;
  /** For test files that release: they get their own folder of releases, which other files do not see. */
  ownReleases?: boolean;
  /** Clones the database of this shop. Without it a Postgres server of its own is started. */
  template?: ShopTemplate;
  /** Without it a browser of its own is started, and closed with the site. */
  browser?: Browser;
}

export interface TestSite {
  url: string;
  /** With TLS: the address without TLS, which redirects to the one with it. */
  plainUrl: string | null;
  siteFolder: string;
  backend: Backend;
  browser: Browser;
  admin: { email: string; password: string };
  /** What the site sent as SMS and mail, the oldest first. */
  sms: SmsMessage[];
  mails: MailMessage[];
  /** The lines of its log, JSON each. */
  log: string[];
  /** Writes the documents of the live releases for a file server. Does nothing for the Node server. */
  publishDocuments(): Promise<void>;
  /** A visitor with a new browser profile. */
  visit(viewport?: { width: number; height: number }, options?: BrowserContextOptions): Promise<Visitor>;
  close(): Promise<void>;
}

export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Full addresses of all requests of this visitor's browser, in all of its tabs. */
  requests: string[];
  /** Errors and warnings on the console, exceptions, violations of the security policy. */
  complaints: string[];
}

/** The built site on the real backend, with its own data, and a real Chromium. */
export async function openTestSite(options: TestSiteOptions = {}): Promise<TestSite> {
  const { server = 'node', ownReleases = false, template } = options;
  const overTls = server === 'nginx over tls';
  const behindNginx = server !== 'node';
  const dataFolder = mkdtempSync(join(tmpdir(), 'twostroke-e2e-'));
  if (ownReleases) copyReleases(dataFolder);
  else if (behindNginx) shareParts(dataFolder);
  else shareReleases(dataFolder);
  const sms: SmsMessage[] = [];
  const mails: MailMessage[] = [];
  const log: string[] = [];
  const { site, backend, stop } = await openSite(
    {
      port: 0,
      dataFolder,
      reset: false,
      demo: true,
      build: false,
      renderAhead: false,
      backend: template ? { kind: 'postgres', databaseUrl: await cloneShop(template) } : { kind: 'embedded' },
    },
    {
      smsAdapter: { send: (message) => Promise.resolve(void sms.push(message)) },
      mailAdapter: { send: (message) => Promise.resolve(void mails.push(message)) },
      logger: createLogger(false, (_, line) => log.push(line)),
      trustProxy: true, // journeys that need several visitors' addresses name them in X-Forwarded-For
    },
  );
  const admin = template?.admin ?? backend?.demoAdmin;
  if (!backend || !admin) throw new Error('A new embedded backend makes a demo admin.');
  // Journeys share a site and a few telephone numbers.
  await backend.sql`update private.limits set max_value = 10000 where name in ('open_bookings', 'bookings_a_day')`;
  const nginx = behindNginx ? await openBehindNginx(join(dataFolder, 'site'), site.url, backend, overTls) : null;
  const browser = options.browser ?? (await launchChromium());
  return {
    url: nginx?.url ?? site.url,
    plainUrl: nginx?.plainUrl ?? null,
    siteFolder: join(dataFolder, 'site'),
    backend,
    browser,
    publishDocuments: nginx ? nginx.publishDocuments : () => Promise.resolve(),
    admin,
    sms,
    mails,
    log,
    async visit(viewport = desktop, options = {}) {
      const usual = { locale: 'en-IN', timezoneId: 'Asia/Kolkata', ignoreHTTPSErrors: overTls };
      const context = await browser.newContext({ viewport, ...usual, ...options });
      context.setDefaultTimeout(20_000);
      return { context, ...watch(context), page: await context.newPage() };
    },
    async close() {
      if (!options.browser) await browser.close();
      await nginx?.close();
      await stop();
      rmSync(dataFolder, { recursive: true, force: true });
      rejectSecretsInLog(log, { sms, mails });
    },
  };
}

const sharedSite = join(repository, '.cache/e2e-site');

/**
 * Release folders are named by their content and never change, so one set of compressed files serves the sites of all
 * journeys.
 */
function shareReleases(dataFolder: string): void {
  mkdirSync(sharedSite, { recursive: true });
  symlinkSync(sharedSite, join(dataFolder, 'site'));
}

/** Behind nginx each site also has its own documents, which contain its address. */
function shareParts(dataFolder: string): void {
  mkdirSync(join(dataFolder, 'site'));
  for (const part of ['r', 'private', 'pages']) {
    mkdirSync(join(sharedSite, part), { recursive: true });
    symlinkSync(join(sharedSite, part), join(dataFolder, 'site', part));
  }
}

/**
 * Copies what is live with its compressed files. Releases of earlier builds stay where they are: the next release would
 * take them for the former versions that visitors have.
 */
function copyReleases(dataFolder: string): void {
  const live = Object.entries(readLiveRecord(sharedSite)?.apps ?? {});
  for (const folderOf of [publicFolder, privateFolder])
    for (const [app, version] of live)
      cpSync(folderOf(sharedSite, app, version), folderOf(join(dataFolder, 'site'), app, version), { recursive: true });
}
