import { buildRegistry, buildRoute } from '../testing/build-registry.ts';
import { readOrigin } from './read-origin.ts';

const registry = buildRegistry([buildRoute({ remote: 'catalog' }), buildRoute({ remote: 'cart' })]);
const { remotes } = registry;
const block = (extra: object = {}): string => JSON.stringify({ registry, backend: {}, ...extra });

test('without release data in the document, every page load reports under the live versions', () => {
  const { versions, ...rest } = readOrigin(block(), remotes, '1.0.0-cccccccc');
  expect(rest).toEqual({
    siteRelease: 'catalog@1.0.0 cart@1.0.0 shell@1.0.0-cccccccc',
    canary: false,
    sampleRate: 1,
  });
  expect(versions.get('cart')).toBe('1.0.0');
  expect(versions.get('shell')).toBe('1.0.0-cccccccc');
});

test('the document names the release, a canary and the share of page loads', () => {
  const { siteRelease, canary, sampleRate } = readOrigin(
    block({ release: '20261121-7f3a', canary: true, telemetry: { sampleRate: 0.1 } }),
    remotes,
    undefined,
  );
  expect({ siteRelease, canary, sampleRate }).toEqual({ siteRelease: '20261121-7f3a', canary: true, sampleRate: 0.1 });
  expect(readOrigin(block({ telemetry: { sampleRate: 0 } }), remotes, undefined).sampleRate).toBe(0);
});

test.each([
  undefined,
  '',
  'null',
  '[]',
  '{"telemetry":null}',
  '{"telemetry":{"sampleRate":7}}',
  '{"release":{},"canary":"yes","telemetry":{"sampleRate":"1"}}',
])('ignores an unusable block %p', (text) => {
  expect(readOrigin(text, [], undefined)).toEqual({
    siteRelease: '',
    canary: false,
    sampleRate: 1,
    versions: new Map(),
  });
});
