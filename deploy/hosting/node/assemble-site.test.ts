import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { listApps } from '@twostroke/shared/tooling/list-apps.mjs';
import { repository } from '../../release/build/ensure-installed.mjs';
import type { ReleaseLog } from '../../site/record/release-log.ts';
import { readTrustedKeys } from '../../site/record/release-signature.ts';
import { readLiveSet } from '../../site/server/follow-live.ts';
import { tempFolder } from '../../supabase/tests/temp-folder.ts';
import { assembleSite } from './assemble-site.ts';

test('with trusted keys, a start takes the builds that it signs over, and no unsigned ones', (t) => {
  const folder = tempFolder();
  t.after(() => folder.remove());
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const file = join(folder.path, 'release-keys.json');
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const apps = listApps(repository).map(({ name }) => name);
  writeFileSync(file, JSON.stringify({ schema: 1, keys: [{ publicKey: key, apps }] }));
  const trustedKeys = readTrustedKeys(file);
  const siteFolder = join(folder.path, 'site');
  const options = { repository, siteFolder, compress: false, trustedKeys };
  assert.throws(() => assembleSite(options), /^Error: \w+ [\w.-]+ is not signed\.$/);
  assembleSite({ ...options, signingKey: privateKey });
  const { stable } = readLiveSet(siteFolder, trustedKeys);
  assert.deepEqual(
    stable.registry.remotes.map(({ name }) => name).sort(),
    apps.filter((app) => app !== 'shell').sort(),
  );
  // The next start needs no signing key.
  assert.equal(assembleSite(options).release, stable.release);
  // A record that can't be served, or trusted, is replaced by the one before it, and the log says so.
  writeFileSync(join(siteFolder, 'live.json'), '{"schema":2');
  const events: string[] = [];
  const log: ReleaseLog = { warn: (sentence, { event }) => events.push(`${event}: ${sentence}`) };
  assert.equal(assembleSite({ ...options, log }).release, stable.release);
  assert.deepEqual(events, ["record_replaced: The live record can't be served. Record 1 is taken instead."]);
});
