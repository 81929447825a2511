import { manifestFaults } from '@twostroke/shared/contracts/manifest';
import manifest from './manifest.ts';
import remote from './remote.tsx';

test('the manifest is valid, and the module has what it lists', () => {
  expect(manifestFaults(manifest)).toEqual([]);
  expect(Object.keys(remote.pages)).toEqual(manifest.routes.map(({ page }) => page));
});

test('only sign-in is open to everybody', () => {
  expect(manifest.routes.filter(({ access }) => access === 'public').map(({ path }) => path)).toEqual(['/auth']);
});
