import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { buildApps } from '../release/build/build-apps.mjs';
import { repository } from '../release/build/ensure-installed.mjs';
import { runHostingCommand } from './hosting-command.ts';
import { flip } from '../release/flip/flip.ts';
import type { LiveRecord } from '../site/record/live-record.ts';
import { publishRelease } from '../release/build/publish-release.ts';
import { runReleaseCommand } from '../release/commands/release-command.ts';
import { startSmallBackend, type SmallBackend } from '../site/testing/small-backend.ts';
import { checkoutOfOne } from '../release/testing/checkout-of-one.ts';
import { newSiteFolder } from '../site/testing/small-releases.ts';
import { openTarget } from '../release/targets/open-target.ts';
import { startSmallBucket, type SmallBucket } from '../release/targets/testing/small-bucket.ts';

await buildApps({ only: ['shell', 'cart-mfe'] });
const checkout = checkoutOfOne('cart');
const first: Record<string, string> = {};
let backend: SmallBackend;
let bucket: SmallBucket;
let env: NodeJS.ProcessEnv;

before(async () => {
  backend = await startSmallBackend();
  bucket = await startSmallBucket();
  env = { ...bucket.env, SUPABASE_URL: backend.url, SUPABASE_ANON_KEY: 'public-key' };
  const siteFolder = newSiteFolder();
  for (const app of ['shell', 'cart']) first[app] = publishRelease(app, { repository, siteFolder }).version;
  await flip({
    siteFolder,
    by: 'a test',
    startedAt: Date.now(),
    plan: async () => ({
      change: { apps: first, canary: null, disabled: [] },
      action: 'release',
      app: 'shell',
      from: null,
      to: first.shell!,
    }),
  });
  const said: string[] = [];
  const words = ['render', '--site', siteFolder, '--origin', bucket.origin, '--push', 's3://public-site'];
  assert.equal(await runHostingCommand(words, env, (line) => said.push(line)), 0, said.join('\n'));
});
after(async () => {
  await bucket?.close();
  backend?.close();
  rmSync(checkout.folder, { recursive: true, force: true });
});

test('a team releases its remote to a bucket with one command, from a checkout without the other apps', async () => {
  checkout.edit('package.json', '"version": "1.0.0"', '"version": "1.1.0"');
  const lines: string[] = [];
  const words = ['cart', '--target', 's3://public-site', '--origin', bucket.origin];
  const code = await runReleaseCommand(words, checkout.folder, (line) => lines.push(line), { env });
  const said = lines.join('\n');
  assert.equal(code, 0, said);
  const target = openTarget('s3://public-site', { env, backendOrigin: null });
  const { apps, sequence } = JSON.parse((await target.readText('live.json'))!) as LiveRecord;
  assert.equal(sequence, 2);
  assert.equal(apps.shell, first.shell);
  assert.match(apps.cart!, /^1\.1\.0-/);
  assert.match(
    said,
    /Its tests pass\.[^]*Rendered 1 page [^]*s3:\/\/public-site\/: \d\d+ files of releases, which no document names yet[^]*is live/,
  );
  assert.match(said, /^Verified at \S+: release \w+ is served; \/book-service answers 200, \S+ has its integrity\.$/m);
  const booking = (await bucket.documentOf('/book-service'))!;
  assert.ok(booking.includes(`/r/cart/${apps.cart}/`) && !booking.includes(`/r/cart/${first.cart}/`));
  const [entry] = /\/r\/cart\/[^"?]*remoteEntry[^"?]*/.exec(booking)!;
  assert.equal((await fetch(bucket.origin + entry)).status, 200);
  assert.ok(await target.readText(`private/cart/${apps.cart}/release.json`), 'what the next release starts from');
});
