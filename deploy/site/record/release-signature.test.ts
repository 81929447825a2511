import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { followLive, readLiveSet } from '../server/follow-live.ts';
import { poll } from '../../backend/testing/poll.ts';
import {
  addReleases,
  emptyFile,
  liveRecord,
  remoteRelease,
  shellRelease,
  smallSite,
} from '../testing/small-releases.ts';
import { appendHistory } from './history.ts';
import { writeByRename } from './live-record.ts';
import { readUsableRecord } from './recover-live-record.ts';
import { privateFolder } from './release-record.ts';
import { readSigningKey, readTrustedKeys, signRelease, verifyRelease } from './release-signature.ts';

interface Team {
  privateKey: KeyObject;
  entry: { publicKey: string; apps: string[]; revoked?: string };
}

const teamOf = (...apps: string[]): Team => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey,
    entry: { publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'), apps },
  };
};

/** Where shell, catalog and cart are live, each with a list of its files and signed by its team. */
function signedSite() {
  const siteFolder = smallSite();
  const teams = { shell: teamOf('shell'), catalog: teamOf('catalog'), cart: teamOf('cart') };
  const keysFile = join(dirname(siteFolder), 'release-keys.json');
  const trust = () => {
    writeFileSync(keysFile, JSON.stringify({ schema: 1, keys: Object.values(teams).map(({ entry }) => entry) }));
    return readTrustedKeys(keysFile);
  };
  const publish = (app: keyof typeof teams, version = '1.0.0', team: Team = teams[app]) => {
    const release = app === 'shell' ? shellRelease({ version }) : remoteRelease(app, { version });
    addReleases(siteFolder, { ...release, files: { [`private/${app}/${version}/node/entry.mjs`]: emptyFile } });
    writeFileSync(join(nodeFolder(app, version), 'entry.mjs'), '');
    signRelease(siteFolder, app, version, team.privateKey);
  };
  const nodeFolder = (app: string, version: string): string => {
    const folder = join(privateFolder(siteFolder, app, version), 'node');
    mkdirSync(folder, { recursive: true });
    return folder;
  };
  for (const app of ['shell', 'catalog', 'cart'] as const) publish(app);
  const verify = (version = '1.0.0') => verifyRelease(siteFolder, 'cart', version, trust());
  return { siteFolder, teams, trust, publish, verify, keysFile };
}

test('a signed release is trusted; a missing, foreign, revoked or damaged signature is not, and says why', () => {
  const { siteFolder, teams, publish, verify } = signedSite();
  verify();
  const home = privateFolder(siteFolder, 'cart', '1.0.0');
  writeFileSync(join(home, 'release.sig.json'), '{"schema":1');
  assert.throws(() => verify(), /^Error: The signature of cart 1\.0\.0 is damaged\.$/);
  rmSync(join(home, 'release.sig.json'));
  assert.throws(() => verify(), /^Error: cart 1\.0\.0 is not signed\.$/);
  publish('cart', '1.0.0', teamOf('cart'));
  assert.throws(() => verify(), /is signed with the unknown key [0-9a-f]{16}\.$/);
  publish('cart', '1.0.0', teams.catalog);
  assert.throws(() => verify(), /is signed with the key [0-9a-f]{16}, which is not one of cart\.$/);
  publish('cart');
  teams.cart.entry.revoked = 'lost on 25 November';
  assert.throws(() => verify(), /is signed with the key [0-9a-f]{16}, revoked: lost on 25 November\.$/);
});

test('a change of the record, of a script or of the Node build after signing is noticed', () => {
  const { siteFolder, publish, verify } = signedSite();
  for (const [path, reason] of [
    ['private/cart/1.0.0/release.json', /^Error: cart 1\.0\.0 was changed after it had been signed\.$/],
    [
      'private/cart/1.0.0/node/entry.mjs',
      /^Error: private\/cart\/1\.0\.0\/node\/entry\.mjs of cart 1\.0\.0 was changed/,
    ],
    ['r/cart/1.0.0/remoteEntry.js', /^Error: \/r\/cart\/1\.0\.0\/remoteEntry\.js of cart 1\.0\.0 was changed/],
  ] as const) {
    publish('cart');
    verify();
    writeFileSync(join(siteFolder, path), `${readFileSync(join(siteFolder, path), 'utf8')} `);
    assert.throws(() => verify(), reason, path);
  }
  rmSync(join(siteFolder, 'r/cart/1.0.0/remoteEntry.js'));
  assert.throws(() => verify(), /remoteEntry\.js of cart 1\.0\.0 was changed/);
});

test('a release that does not list its files is not trusted, though it is signed', () => {
  const { siteFolder, teams, verify } = signedSite();
  addReleases(siteFolder, remoteRelease('cart', { version: '2.0.0' }));
  signRelease(siteFolder, 'cart', '2.0.0', teams.cart.privateKey);
  assert.throws(() => verify('2.0.0'), /^Error: cart 2\.0\.0 does not list its files: release it again\.$/);
});

test('the server keeps the former releases when a flip names an untrusted one', async (t) => {
  const { siteFolder, trust, publish } = signedSite();
  const keys = trust();
  publish('cart', '2.0.0', teamOf('cart'));
  publish('catalog', '2.0.0');
  const said = t.mock.method(console, 'error', () => undefined);
  const taken: string[] = [];
  t.after(
    followLive(
      siteFolder,
      readLiveSet(siteFolder, keys),
      ({ stable }) => taken.push(stable.registry.remotes.map(({ version }) => version).join()),
      keys,
    ),
  );
  const flipTo = (sequence: number, cart: string, catalog: string) =>
    writeByRename(
      join(siteFolder, 'live.json'),
      JSON.stringify(liveRecord({ sequence, apps: { shell: '1.0.0', catalog, cart } })),
    );
  flipTo(2, '2.0.0', '1.0.0');
  await poll('the rejection', async () => said.mock.callCount() === 1);
  assert.match(
    String(said.mock.calls[0]!.arguments[0]),
    /the former one stays live\. cart 2\.0\.0 is signed with the unknown/,
  );
  flipTo(3, '1.0.0', '2.0.0');
  await poll('the flip', async () => taken.length === 1);
  assert.deepEqual(taken, ['2.0.0,1.0.0']);
});

test('a start after a key was revoked takes the newest record whose releases are trusted', () => {
  const { siteFolder, teams, trust, publish } = signedSite();
  const former = liveRecord();
  const flippedBy = (sequence: number, record = liveRecord({ sequence })) =>
    appendHistory(siteFolder, {
      at: record.flippedAt,
      by: 'a test',
      action: 'release',
      app: 'cart',
      commit: null,
      from: null,
      to: null,
      seconds: 1,
      record,
    });
  flippedBy(1, former);
  const stolen = teamOf('cart');
  stolen.entry.revoked = 'stolen';
  Object.assign(teams, { stolen });
  publish('cart', '2.0.0', stolen);
  const next = liveRecord({ sequence: 2, apps: { ...former.apps, cart: '2.0.0' } });
  flippedBy(2, next);
  writeByRename(join(siteFolder, 'live.json'), JSON.stringify(next));
  const { record, error } = readUsableRecord(siteFolder, trust());
  assert.deepEqual(record, former);
  assert.match(error!, /^cart 2\.0\.0 is signed with the key [0-9a-f]{16}, revoked: stolen\.$/);
  assert.throws(() => readLiveSet(siteFolder, trust()), /revoked: stolen/);
});

test('a file that holds no key is named', () => {
  const { keysFile } = signedSite();
  const file = join(dirname(keysFile), 'key.pem');
  writeFileSync(file, 'no key');
  assert.throws(() => readSigningKey(file), /key\.pem is not a signing key: /);
  writeFileSync(
    file,
    generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ format: 'pem', type: 'pkcs8' }),
  );
  assert.throws(() => readSigningKey(file), /key\.pem is not a signing key: it must be an Ed25519 key\./);
  writeFileSync(file, generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }));
  assert.equal(readSigningKey(file).asymmetricKeyType, 'ed25519');
  writeFileSync(keysFile, '{"schema":1,"keys":[{"publicKey":"x","apps":["cart"]}]}');
  assert.throws(() => readTrustedKeys(keysFile), /release-keys\.json is not a list of release keys: /);
});
