import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { MailMessage, SmsMessage } from '../backend/messages/message-adapters.ts';
import type { Backend } from '../backend/backend-options.ts';
import { repository } from '../commands/ensure-installed.mjs';
import { openSite } from '../commands/start-site.ts';
import { launchChromium } from './launch-chromium.ts';
import { openBehindNginx } from './open-behind-nginx.ts';
import { watch } from './watch.ts';

/** Sizes at which journeys run and pages are looked at. */
export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 900 };

export interface TestSite {
  url: string;
  /** Over TLS: the address without it, which leads to the one with it. */
  plainUrl: string | null;
  /** Who answers visitors. */
  server: 'node' | 'nginx';
  siteFolder: string;
  backend: Backend;
  browser: Browser;
  admin: { email: string; password: string };
  /** What the site sent as SMS and mail, the oldest first. */
  sms: SmsMessage[];
  mails: MailMessage[];
  /** Brings what is live to where visitors are: a server of files needs its documents written, the Node server nothing. */
  showLive(): Promise<void>;
  /** A visitor with a browser of his own: nothing stored. */
  visit(viewport?: { width: number; height: number }, options?: BrowserContextOptions): Promise<Visitor>;
  close(): Promise<void>;
}

export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Full addresses of everything this visitor's browser asked for, in all of its tabs. */
  requests: string[];
  /** Errors and warnings on the console, exceptions, refusals of the security policy. */
  complaints: string[];
}

let shared: Promise<TestSite> | null = null;
let users = 0;

/**
 * The built site on the real embedded backend, with data of its own, and a real Chromium. Journeys that run in one
 * process share it. The environment variable TWOSTROKE_E2E_SERVER=nginx puts the real nginx in front, which serves
 * exported documents; `nginx over tls` does so with a certificate that is signed by itself.
 * @param options.ownReleases for a journey that releases: nobody else sees what it makes live
 */
export async function openTestSite({ ownReleases = false } = {}): Promise<TestSite> {
  if (ownReleases) return openSiteOfOwn(true);
  users += 1;
  const site = await (shared ??= openSiteOfOwn(false));
  const close = async (): Promise<void> => {
    users -= 1;
    if (users > 0) return;
    shared = null;
    await site.close();
  };
  return { ...site, close };
}

async function openSiteOfOwn(ownReleases: boolean): Promise<TestSite> {
  const server = process.env.TWOSTROKE_E2E_SERVER;
  const overTls = server === 'nginx over tls';
  const behindNginx = server === 'nginx' || overTls;
  const dataFolder = mkdtempSync(join(tmpdir(), 'twostroke-e2e-'));
  if (ownReleases) copyReleases(dataFolder);
  else if (behindNginx) shareParts(dataFolder);
  else shareReleases(dataFolder);
  const sms: SmsMessage[] = [];
  const mails: MailMessage[] = [];
  const { site, backend, stop } = await openSite(
    { port: 0, dataFolder, reset: false, demo: true, build: false, renderAhead: false, backend: { kind: 'embedded' } },
    {
      smsAdapter: { send: (message) => Promise.resolve(void sms.push(message)) },
      mailAdapter: { send: (message) => Promise.resolve(void mails.push(message)) },
      trustProxy: behindNginx,
    },
  );
  if (!backend?.demoAdmin) throw new Error('A new embedded backend makes a demo admin.');
  // Journeys share a site and a few telephone numbers.
  await backend.sql`update private.limits set most = 10000 where name in ('open_bookings', 'bookings_a_day')`;
  const nginx = behindNginx ? await openBehindNginx(join(dataFolder, 'site'), site.url, backend, overTls) : null;
  const browser = await launchChromium();
  return {
    url: nginx?.url ?? site.url,
    plainUrl: nginx?.plainUrl ?? null,
    server: nginx ? 'nginx' : 'node',
    siteFolder: join(dataFolder, 'site'),
    backend,
    browser,
    showLive: nginx ? nginx.showLive : () => Promise.resolve(),
    admin: backend.demoAdmin,
    sms,
    mails,
    async visit(viewport = desktop, options = {}) {
      const usual = { locale: 'en-IN', timezoneId: 'Asia/Kolkata', ignoreHTTPSErrors: overTls };
      const context = await browser.newContext({ viewport, ...usual, ...options });
      context.setDefaultTimeout(20_000);
      return { context, ...watch(context), page: await context.newPage() };
    },
    async close() {
      await browser.close();
      await nginx?.close();
      await stop();
      rmSync(dataFolder, { recursive: true, force: true });
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

/** Behind nginx each site has documents of its own beside them: they say the address of the site. */
function shareParts(dataFolder: string): void {
  mkdirSync(join(dataFolder, 'site'));
  for (const part of ['r', 'private', 'pages']) {
    mkdirSync(join(sharedSite, part), { recursive: true });
    symlinkSync(join(sharedSite, part), join(dataFolder, 'site', part));
  }
}

/** What is compressed already is not compressed again. */
function copyReleases(dataFolder: string): void {
  for (const part of ['r', 'private'])
    if (existsSync(join(sharedSite, part)))
      cpSync(join(sharedSite, part), join(dataFolder, 'site', part), {
        recursive: true,
        filter: (file) => !/\.part(\/|$)/.test(file),
      });
}
