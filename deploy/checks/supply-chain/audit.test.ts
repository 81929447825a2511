import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { listApps } from '@twostroke/shared/tooling/list-apps.mjs';
import { repository } from '../../release/build/ensure-installed.mjs';
import { readAdvisories } from './known-vulnerabilities.ts';
import { disallowedLicences } from './licences.ts';
import { readLockFile, unsafePackages } from './lock-file.ts';
import { packagesInBuilds } from './packages-in-builds.ts';
import { committedFiles, secretsIn, secretsInFiles } from './secrets.ts';

const lock = readLockFile(readFileSync(join(repository, 'package-lock.json'), 'utf8'));
const safe = { name: 'one', version: '1.0.0', license: 'MIT', integrity: 'sha512-x' };

test('every locked package has an integrity, comes from the registry, and has an allowed licence', () => {
  assert.ok(lock.length > 500, `only ${lock.length} packages were read`);
  assert.deepEqual(unsafePackages(lock), []);
  assert.deepEqual(disallowedLicences(lock, 'tool'), []);
});

test('a package that is not safe to install is named with the reason', () => {
  assert.deepEqual(unsafePackages([safe]), []);
  const cases: [object, RegExp][] = [
    [{ integrity: undefined }, /one@1.0.0 has no SHA-512/],
    [{ integrity: 'sha1-x' }, /has no SHA-512/],
    [{ resolved: 'git+ssh://git@example.com/one.git' }, /comes from git\+ssh/],
    [{ deprecated: 'Use two.' }, /is deprecated: Use two/],
    [{ hasInstallScript: true }, /runs an install script/],
  ];
  for (const [change, reason] of cases) assert.match(unsafePackages([{ ...safe, ...change }]).join(), reason);
});

test('licences are compared as SPDX expressions, and shipped code may have fewer', () => {
  const licensed = (license: string | undefined) => [{ ...safe, license }];
  for (const license of ['GPL-3.0-only', 'MIT AND GPL-3.0-only', 'UNLICENSED', 'SEE LICENSE IN LICENSE.md', undefined])
    assert.equal(disallowedLicences(licensed(license), 'tool').length, 1, String(license));
  assert.deepEqual(disallowedLicences(licensed('(MIT OR GPL-3.0-only)'), 'shipped'), []);
  assert.deepEqual(disallowedLicences(licensed('MPL-2.0'), 'tool'), []);
  assert.match(disallowedLicences(licensed('MPL-2.0'), 'shipped').join(), /MPL-2.0, which is not allowed/);
});

test('code that visitors receive has a licence that asks for no more than a notice', () => {
  for (const { name, workspace } of listApps(repository)) {
    const packages = packagesInBuilds(workspace);
    assert.ok(packages, `${name} is not built`);
    assert.deepEqual(disallowedLicences(packages, 'shipped'), [], name);
  }
});

test('no file of the repository holds a secret', async () => {
  assert.deepEqual(await secretsInFiles(repository, committedFiles(repository)), []);
});

test('keys and passwords in a text are found by line, and the finding does not repeat them', async () => {
  // Put together here, so that this file holds none.
  const secrets = [
    `ghp_${'a1b2c3d4e5f6'.repeat(3)}`,
    ['postgres://owner:', 'hunter2hunter2', '@db.internal.example.com/shop'].join(''),
    ['-----BEGIN RSA PRIVATE', ' KEY-----\n', 'MIIEowIBAAKCAQEA'.repeat(8), '\n-----END RSA PRIVATE', ' KEY-----'].join(
      '',
    ),
    `sb_secret_${'Zq3'.repeat(10)}`,
    `rzp_live_${'Zq3x'.repeat(4)}`,
  ];
  for (const secret of secrets) {
    const found = await secretsIn('file.ts', `const first = 1;\nconst key = '${secret}';\n`);
    assert.match(found.join(), /^file\.ts:2 holds a secret/, secret.slice(0, 9));
    assert.ok(!found.join().includes(secret.slice(-12)));
  }
  assert.deepEqual(await secretsIn('file.ts', "const key = process.env['SERVICE_KEY'];\n"), []);
});

test('an answered npm audit lists packages, an unanswered one says why', () => {
  const vulnerabilities = { one: { name: 'one', severity: 'high', range: '<2.0.0' } };
  assert.deepEqual(readAdvisories(JSON.stringify({ vulnerabilities })), {
    kind: 'answered',
    sentences: ['one <2.0.0 has a known vulnerability (high).'],
  });
  assert.deepEqual(readAdvisories(JSON.stringify({ vulnerabilities: {} })), { kind: 'answered', sentences: [] });
  assert.deepEqual(readAdvisories('{"message": "405 Method Not Allowed"}'), {
    kind: 'unanswered',
    reason: '405 Method Not Allowed',
  });
  assert.deepEqual(readAdvisories(''), { kind: 'unanswered', reason: 'npm printed no report.' });
});
