import { manifestErrors } from '@twostroke/shared/contracts/manifest-errors';
import manifest from './manifest.ts';

test('the manifest is valid', () => {
  expect(manifestErrors(manifest)).toEqual([]);
});

test('only the sign-in page is public', () => {
  expect(manifest.routes.filter(({ access }) => access === 'public').map(({ path }) => path)).toEqual(['/auth']);
});
