import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addReleases, newSiteFolder, remoteRelease, shellRelease } from '../../testing/small-releases.ts';
import { smallCandidate as candidate } from '../../testing/small-candidate.ts';
import { candidateOf } from './candidate.ts';
import { fitErrors } from './fit.ts';
import { ownersGate } from './owners.ts';
import { runtimeApiGate } from './runtime-api.ts';
import { sharesGate } from './shares.ts';

const cart = remoteRelease('cart');

test('owners: a path or a slot of another remote is rejected, under another parameter name too', () => {
  const route = (path: string) => [{ page: 'start', path, access: 'public', prerender: 'never' }] as const;
  const live = [shellRelease(), remoteRelease('cart', {}, { routes: [...route('/blog/:slug')] })];
  const path = remoteRelease('catalog', {}, { routes: [...route('/blog/:post')] });
  assert.match(ownersGate(candidate(path, live))[0]!, /\/blog\/:\w+ is owned by .*Choose another/);
  const slots = [{ name: 'cart-drawer', access: 'public' }] as const;
  const slot = remoteRelease('catalog', {}, { slots: [...slots] });
  const owner = remoteRelease('cart', {}, { slots: [...slots] });
  assert.match(ownersGate(candidate(slot, [shellRelease(), owner]))[0]!, /the slot cart-drawer is owned by/);
});

test("owners: an address that the server answers itself can't be a page", () => {
  const pathOf = (path: string) =>
    ownersGate(
      candidate(
        remoteRelease('catalog', {}, { routes: [{ page: 'start', path, access: 'public', prerender: 'never' }] }),
      ),
    );
  for (const path of ['/preview', '/r/start', '/rest/v1/models', '/auth/v1', '/payments/v1/orders'])
    assert.deepEqual(pathOf(path), [`${path} is answered by the server; catalog can't offer it. Choose another.`]);
  for (const path of ['/previews', '/auth', '/rest-days', '/reviews']) assert.deepEqual(pathOf(path), []);
});

test('run-time interface: it changes in three releases, the shell that provides both first', () => {
  const bridge = shellRelease({ version: '2.0.0', runtimeApis: [1, 2] });
  const upgraded = remoteRelease('cart', { version: '2.0.0', runtimeApis: [2] });
  const later = shellRelease({ version: '3.0.0', runtimeApis: [2] });
  assert.deepEqual(fitErrors(candidate(bridge, [shellRelease(), cart])), []);
  assert.deepEqual(fitErrors(candidate(upgraded, [bridge, cart])), []);
  assert.deepEqual(fitErrors(candidate(later, [bridge, upgraded])), []);
  assert.deepEqual(fitErrors(candidate(cart, [bridge, upgraded])), [], 'the remote can be rolled back until then');
});

test('run-time interface: a remote that needs one which the live shell lacks is rejected', () => {
  const remote = remoteRelease('catalog', { runtimeApis: [2] });
  assert.deepEqual(runtimeApiGate(candidate(remote)), [
    'catalog 1.0.0 needs run-time interface 2, the shell 1.0.0 provides 1. Release a shell that provides 2 first, or build catalog for an interface that is provided.',
  ]);
});

test('run-time interface: a shell without the one that a live remote needs is rejected, in a rollback too', () => {
  const withoutFirst = shellRelease({ version: '3.0.0', runtimeApis: [2, 3] });
  assert.deepEqual(runtimeApiGate(candidate(withoutFirst)), [
    'cart 1.0.0 needs run-time interface 1, the shell 3.0.0 provides 2, 3. Let the shell provide 1 too, or release or roll back cart to a version that needs another first.',
  ]);
  const bridge = shellRelease({ version: '2.0.0', runtimeApis: [1, 2] });
  const upgraded = remoteRelease('catalog', { version: '2.0.0', runtimeApis: [2] });
  assert.match(
    runtimeApiGate(candidate(shellRelease(), [bridge, cart, upgraded]))[0]!,
    /^catalog 2\.0\.0 needs run-time interface 2, the shell 1\.0\.0 provides 1\. Let the shell provide 2 too/,
  );
});

test('run-time interface: another version of Module Federation with the same interface passes', () => {
  for (const newer of [
    remoteRelease('catalog', { federationVersion: '2.9.9' }),
    shellRelease({ federationVersion: '2.9.9' }),
  ])
    assert.deepEqual(fitErrors(candidate(newer)), []);
});

test('shares: a version out of range and one that the shell does not provide are rejected', () => {
  const newer = remoteRelease('catalog', { shares: { react: '^19.4.0' } });
  assert.match(sharesGate(candidate(newer))[0]!, /needs react \^19\.4\.0; the shell 1\.0\.0 provides 19\.3\.1\./);
  const absent = remoteRelease('catalog', { shares: { 'jotai/utils': '^3.0.1' } });
  assert.match(
    sharesGate(candidate(absent))[0]!,
    /needs jotai\/utils \^3\.0\.1, which the shell 1\.0\.0 does not provide/,
  );
  const senseless = remoteRelease('catalog', { shares: { react: 'newest' } });
  assert.equal(sharesGate(candidate(senseless)).length, 1);
});

test('shares: a new shell must provide what live remotes need', () => {
  const upgraded = shellRelease({ shares: { react: '20.0.0', '@twostroke/shared/state': '1.0.0' } });
  assert.match(
    sharesGate(candidate(upgraded))[0]!,
    /^cart 1\.0\.0 needs react \^19\.3\.1; this shell provides 20\.0\.0/,
  );
  const poorer = shellRelease({ shares: { react: '19.3.1' } });
  assert.match(sharesGate(candidate(poorer))[0]!, /no longer provides/);
});

test('shares: a name that the shell does not export is rejected, for a remote and for a new shell', () => {
  const state = '@twostroke/shared/state';
  const shell = (version: string, names?: string[]) =>
    shellRelease({ version, ...(names ? { sharedNames: { [state]: names } } : {}) });
  const catalog = remoteRelease('catalog', { sharedNames: { [state]: ['bikeAtom', 'hornAtom'], react: ['use'] } });
  const live = (names?: string[]) => [shell('1.0.0', names), cart, catalog];
  assert.deepEqual(sharesGate(candidate(catalog, live(['bikeAtom']))), [
    `catalog 1.0.0 uses hornAtom of ${state}, which the shell 1.0.0 does not export. Release a shell that exports it first, or remove the import.`,
  ]);
  assert.deepEqual(sharesGate(candidate(shell('1.0.1', ['cartAtom']), live(['bikeAtom', 'hornAtom']))), [
    `catalog 1.0.0 uses bikeAtom, hornAtom of ${state}, which this shell no longer exports. Keep it, or release catalog without it first.`,
  ]);
  assert.deepEqual(sharesGate(candidate(catalog, live(['bikeAtom', 'hornAtom', 'cartAtom']))), []);
  assert.deepEqual(sharesGate(candidate(catalog, live())), [], 'an older shell, whose record lists no names');
});

test('shares: a new shell must provide what the running canary needs too', () => {
  const siteFolder = newSiteFolder();
  const shell = shellRelease({ version: '2.0.0' });
  const canary = remoteRelease('cart', { version: '2.0.0', shares: { jotai: '^4.0.0' } });
  addReleases(siteFolder, shell, cart, canary);
  const record = {
    apps: { shell: '2.0.0', cart: '1.0.0' },
    canary: { app: 'cart', version: '2.0.0', percent: 10 },
  };
  assert.match(sharesGate(candidateOf(siteFolder, shell, record))[0]!, /^cart 2\.0\.0 needs jotai \^4\.0\.0/);
});
