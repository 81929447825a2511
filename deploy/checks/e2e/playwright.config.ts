import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { repository } from '../../release/build/ensure-installed.mjs';
import { chromiumOptions } from './launch-chromium.ts';
import { presentWholeChromium } from '../programs/find-chromium.mjs';
import type { TestSiteServer } from './open-test-site.ts';

const only = {
  /** Journeys that a file server can't serve. */
  nodeServer: /@node-server/,
  /** More cases of a rule that `npm test` checks once: other themes, widths, pages, versions, remotes. */
  more: /@more/,
  /** Walks through a browser whose rules the tests of the database, the backend and the pages check one by one. */
  flow: /@flow/,
  /** What needs the bytes that the bundle diet saves. */
  bundleDiet: /@bundle-diet/,
};
const isWithoutDiet = process.env['TWOSTROKE_BUNDLE_DIET'] === 'off';

/** Journeys of projects of their own. */
const ownProjects = ['over-tls.spec.ts', 'back-cache.spec.ts'];

/**
 * What the page looked like after each action costs a seventh of the processor time of all journeys, and a screencast a
 * fifth: a failed journey is run again with `--trace on` for them.
 */
const trace = { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false } as const;

/** Where a project keeps the traces of its last run: one folder for all would lose those of the project before. */
const outputDir = (project: string): string =>
  join(repository, '.cache/e2e', isWithoutDiet ? `${project}-bundle-diet-off` : project);

/*
 * Journeys: `npm run e2e`. Fixtures build the site once and give each file a database of its own. A failed journey is
 * not retried.
 */
export default defineConfig<object, { server: TestSiteServer }>({
  testDir: 'journeys',
  testMatch: '*.spec.ts',
  globalSetup: './fixtures/global-setup.ts',
  // What pages say: `--update-snapshots` writes it anew.
  snapshotPathTemplate: '{testDir}/../spoken/{arg}{ext}',
  updateSnapshots: 'none',
  retries: 0,
  // Three at once take as long as two, and a tenth more processor time: what waits is drawn and asked again meanwhile.
  workers: 2,
  forbidOnly: true,
  // Journeys are long, and the first of a file opens its site.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: { launchOptions: chromiumOptions(), trace },
  projects: [
    {
      name: 'node',
      outputDir: outputDir('node'),
      testIgnore: ownProjects,
      grepInvert: [only.more, only.flow, ...(isWithoutDiet ? [only.bundleDiet] : [])],
      use: { server: 'node' },
    },
    {
      name: 'nginx',
      outputDir: outputDir('nginx'),
      testIgnore: ownProjects,
      grepInvert: [only.nodeServer, only.more],
      use: { server: 'nginx' },
    },
    { name: 'tls', outputDir: outputDir('tls'), testMatch: 'over-tls.spec.ts', use: { server: 'nginx over tls' } },
    {
      name: 'more',
      outputDir: outputDir('more'),
      testIgnore: ownProjects,
      grep: [only.more, only.flow],
      use: { server: 'node' },
    },
    // Chromium keeps no page whose requests are intercepted or that is traced.
    {
      name: 'back-cache',
      outputDir: outputDir('back-cache'),
      testMatch: 'back-cache.spec.ts',
      use: {
        server: 'node',
        launchOptions: {
          ...chromiumOptions(),
          executablePath: presentWholeChromium(),
          ignoreDefaultArgs: ['--disable-back-forward-cache'],
        },
        trace: 'off',
      },
    },
  ],
});
