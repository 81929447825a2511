import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runModule } from './run-module.ts';

const folder = mkdtempSync(join(tmpdir(), 'remote-module-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the exposed module imports each page and slot of the manifest lazily', () => {
  const file = join(folder, 'manifest.ts');
  const route = (page: string, path: string) => ({ page, path, access: 'public', prerender: 'static' });
  writeFileSync(
    file,
    `export default ${JSON.stringify({
      contract: 1,
      name: 'cart',
      routes: [route('book-service', '/book-service'), route('receipt', '/receipt')],
      slots: [{ name: 'cart-drawer', access: 'public' }],
    })};`,
  );
  const source = runModule(`
    import generate from './remote-module-loader.mjs';
    console.log(JSON.stringify(await generate.call({ resourcePath: ${JSON.stringify(file)} })));
  `) as string;
  expect(source).toContain(
    'pages: { "book-service": () => import("./pages/book-service"), "receipt": () => import("./pages/receipt") }',
  );
  expect(source).toContain('slots: { "cart-drawer": () => import("./slots/cart-drawer") }');
  expect(source).toContain('contract: 1');
});
