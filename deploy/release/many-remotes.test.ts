import { listApps } from '@twostroke/shared/tooling/list-apps.mjs';
import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { buildApps } from './build/build-apps.mjs';
import { repository } from './build/ensure-installed.mjs';
import { assembleDocument } from '../site/documents/assemble-document.ts';
import { compressBrotli } from '../site/documents/compress-files.ts';
import { inlineStylesOf } from '../site/documents/inline-styles.ts';
import { composeLive, type Live } from '../site/record/live.ts';
import { publishAgain } from './testing/publish-again.ts';
import { liveRecord, newSiteFolder } from '../site/testing/small-releases.ts';
import { buildSyntheticRemote, syntheticNames } from './testing/synthetic-remote.ts';

await buildApps();
const siteFolder = newSiteFolder();
const remote = await buildSyntheticRemote();
after(() => {
  remote.remove();
  rmSync(siteFolder, { recursive: true });
});

const few = Object.fromEntries(
  listApps(repository).map(({ name: app }) => [app, publishAgain(siteFolder, app, '1.0.0').version]),
);
const added = syntheticNames(36).map((name) => remote.publish(siteFolder, name));
const many = { ...few, ...Object.fromEntries(added.map(({ app, version }) => [app, version])) };
const addedFiles = added.flatMap(({ integrity, remote: offer }) => [
  ...Object.keys(integrity),
  ...Object.values(offer!.pages).flatMap(({ css }) => css.map(({ href }) => href)),
]);

function homeOf(live: Live): string {
  const route = live.registry.routes.find(({ path }) => path === '/')!;
  const backend = { url: '', key: 'anon' };
  const styles = inlineStylesOf(siteFolder);
  return assembleDocument({
    live,
    backend,
    origin: 'https://twostroke.example',
    styles,
    route,
    page: null,
    content: null,
  }).html;
}

const homes = [few, many].map((apps) => homeOf(composeLive(siteFolder, liveRecord({ apps }))));

test('with 36 more remotes the home page loads the same scripts and styles', () => {
  const [former, later] = homes.map((html) => html.match(/<(?:link|script)[^>]+(?:href|src)="[^"]+"[^>]*>/g)!);
  assert.ok(former!.length > 3);
  assert.deepEqual(later, former);
});

test('36 more remotes add at most 60 bytes of HTML for each of their files, each with its integrity', () => {
  for (const file of addedFiles) assert.ok(existsSync(join(siteFolder, file)), file);
  assert.ok(addedFiles.length >= 36 * 3, `${addedFiles.length} files`);
  const scripts = added.flatMap(({ integrity }) => Object.values(integrity));
  assert.equal(new Set(scripts).size, scripts.length, 'no two files are the same, as for real remotes');
  const [former, later] = homes.map((html) => compressBrotli(Buffer.from(html), 11).length);
  const each = (later! - former!) / addedFiles.length;
  assert.ok(each <= 60, `${each.toFixed(1)} bytes a file: ${former} with 4 remotes, ${later} with 40`);
});
