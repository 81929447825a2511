import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runModule } from './run-module.ts';

const folder = mkdtempSync(join(tmpdir(), 'manifest-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The result of reading this manifest.ts: the manifest or the message of the error. */
function readManifest(source: string): unknown {
  const file = join(folder, 'manifest.ts');
  writeFileSync(file, source);
  return runModule(`
    import { readManifest } from './read-manifest.mjs';
    const answer = await readManifest(${JSON.stringify(file)}).catch((error) => error.message);
    console.log(JSON.stringify(answer));
  `);
}

test('a typed manifest is read as data', () => {
  const manifest = `
    import type { RemoteManifest } from '@twostroke/shared/contracts/manifest';
    export default {
      contract: 1,
      name: 'cart',
      routes: [{ page: 'book-service', path: '/book-service', access: 'public', prerender: 'static' }],
      slots: [{ name: 'cart-drawer', access: 'public' }],
    } satisfies RemoteManifest;
  `;
  expect(readManifest(manifest)).toEqual({
    contract: 1,
    name: 'cart',
    routes: [{ page: 'book-service', path: '/book-service', access: 'public', prerender: 'static' }],
    slots: [{ name: 'cart-drawer', access: 'public' }],
  });
});

test('an invalid manifest stops the build with its file and every error', () => {
  const manifest = `
    export default {
      contract: 1,
      name: 'Cart',
      routes: [{ page: 'a', path: 'a', access: 'root', prerender: 'static' }],
      slots: [{ name: 'Banner', access: 'public' }],
    };
  `;
  expect(readManifest(manifest)).toBe(
    [
      join(folder, 'manifest.ts'),
      '  - name must be lower-case letters, digits and _.',
      '  - route a: path must start with / and use :parameters.',
      '  - route a: access must be public, user or admin.',
      '  - slot Banner: name must be lower-case words joined by -.',
    ].join('\n'),
  );
});

test('a manifest file that exports nothing is an error too', () => {
  expect(readManifest('export const manifest = {};')).toContain('  - The manifest must be an object.');
});
