import { manifestFaults } from '@twostroke/shared/contracts/manifest';
import manifest from './manifest.ts';
import remote from './remote.tsx';

test('the manifest is valid, and the module has what it lists', () => {
  expect(manifestFaults(manifest)).toEqual([]);
  expect(Object.keys(remote.pages)).toEqual(manifest.routes.map(({ page }) => page));
  expect(Object.keys(remote.slots)).toEqual(manifest.slots.map(({ name }) => name));
});

test('everything is for admins only', () => {
  for (const { access } of [...manifest.routes, ...manifest.slots]) expect(access).toBe('admin');
});
