import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runModule } from './run-module.ts';

function findMisplacedFiles(root: string): unknown {
  return runModule(`
    import { findMisplacedFiles } from './shared-users.mjs';
    console.log(JSON.stringify(findMisplacedFiles(${JSON.stringify(root)})));
  `);
}

test('every file of shared is used by two apps, by the shell or by deploy', () => {
  expect(findMisplacedFiles(join(__dirname, '../..'))).toEqual([]);
});

test('names the remote that a file belongs to, and files that nothing uses', () => {
  const root = mkdtempSync(join(tmpdir(), 'users-'));
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const app = (folder: string, kind: string, name: string): void =>
    write(`${folder}/package.json`, JSON.stringify({ twostroke: { kind, name } }));
  app('shell', 'shell', 'shell');
  app('catalog-mfe', 'remote', 'catalog');
  app('cart-mfe', 'remote', 'cart');
  write('catalog-mfe/src/a.tsx', "import '@twostroke/shared/ui/table';\nimport '@twostroke/shared/ui/badge';\n");
  write('cart-mfe/src/a.ts', "import type { Badge } from '@twostroke/shared/ui/badge';\nexport type B = Badge;\n");
  write('shell/src/a.ts', "import '@twostroke/shared/ui/logo';\n");
  write('shared/ui/table.tsx', "import './table.module.css';\nexport const table = 1;\n");
  write('shared/ui/table.module.css', '');
  write('shared/ui/badge.tsx', 'export type Badge = 1;\n');
  write('shared/ui/logo.tsx', '');
  write('cart-mfe/src/b.ts', "import '@twostroke/shared/api/coupons';\n");
  write('cart-mfe/src/b.test.ts', "import '@twostroke/shared/testing/build-coupon';\n");
  write('shared/api/coupons.ts', '');
  write('shared/testing/build-coupon.tsx', '');
  write('shared/ui/dial.tsx', '');
  write('shared/ui/dial.test.tsx', "import './dial.tsx';\n");
  try {
    expect(findMisplacedFiles(root)).toEqual([
      'shared/api/coupons.ts is used by cart-mfe only: move it there.',
      'shared/testing/build-coupon.tsx is used by cart-mfe only: move it there.',
      'shared/ui/dial.tsx is used by nothing: delete it.',
      'shared/ui/table.module.css is used by catalog-mfe only: move it there.',
      'shared/ui/table.tsx is used by catalog-mfe only: move it there.',
    ]);
  } finally {
    rmSync(root, { recursive: true });
  }
});
