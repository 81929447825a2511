import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RemoteManifest } from '@twostroke/shared/contracts/manifest';
import type { SlotName } from '@twostroke/shared/contracts/slots';
import { pageOfRemote, remotePages } from '../e2e/remote-pages.ts';
import { manifests, remotes } from '../e2e/remotes.ts';
import { drilledSlots } from './slot-faults.ts';

const loyalty: RemoteManifest = {
  contract: 1,
  name: 'loyalty',
  routes: [
    { page: 'points', path: '/points/:id', access: 'public', prerender: { rows: 'points?select=id' } },
    { page: 'my-points', path: '/my-points', access: 'user', prerender: 'never' },
    { page: 'loyalty', path: '/loyalty', access: 'public', prerender: 'static' },
  ],
  slots: [],
};

test('the drill opens a page of every remote and every slot of their manifests', () => {
  assert.deepEqual(
    remotePages.map(({ remote }) => remote),
    remotes,
  );
  assert.deepEqual(
    drilledSlots(manifests).map(({ name }) => name),
    manifests.flatMap(({ slots }) => slots.map(({ name }) => name)),
  );
});

test('a new remote is drilled at its first public page without parameters', () => {
  const { path, access, ahead, title, otherTitle } = pageOfRemote(loyalty);
  assert.deepEqual({ path, access, ahead }, { path: '/loyalty', access: 'public', ahead: true });
  assert.match('Loyalty', title as RegExp);
  assert.doesNotMatch('About Twostroke', title as RegExp);
  assert.match('About Twostroke', otherTitle as RegExp);
  const own = { ...loyalty, routes: loyalty.routes.slice(0, 2) };
  assert.equal(pageOfRemote(own).path, '/my-points');
});

test('a remote that has no such page, and a slot that the drill does not know, are named', () => {
  const parametersOnly = { ...loyalty, routes: loyalty.routes.slice(0, 1) };
  assert.throws(() => pageOfRemote(parametersOnly), /^Error: loyalty has no page without parameters\. Add one/);
  const withSlot: RemoteManifest = { ...loyalty, slots: [{ name: 'admin-alerts', access: 'admin' }] };
  assert.equal(drilledSlots([withSlot])[0]!.remote, 'loyalty');
  const points = 'loyalty-points' as string as SlotName;
  const unknown: RemoteManifest = { ...loyalty, slots: [{ name: points, access: 'public' }] };
  assert.throws(() => drilledSlots([unknown]), /^Error: The drill can't open slot loyalty-points of loyalty\. Add to/);
});
