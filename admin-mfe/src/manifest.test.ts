import { manifestErrors } from '@twostroke/shared/contracts/manifest-errors';
import manifest from './manifest.ts';

test('the manifest is valid', () => {
  expect(manifestErrors(manifest)).toEqual([]);
});

test('every page and slot is for admins only', () => {
  for (const { access } of [...manifest.routes, ...manifest.slots]) expect(access).toBe('admin');
});
