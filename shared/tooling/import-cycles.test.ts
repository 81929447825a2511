import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runModule } from './run-module.ts';

function findCycles(root: string): unknown {
  return runModule(`
    import { findCycles } from './import-cycles.mjs';
    console.log(JSON.stringify(findCycles(${JSON.stringify(root)})));
  `);
}

test('the repository has no import cycles, not even of types', () => {
  expect(findCycles(join(__dirname, '../..'))).toEqual([]);
});

test('finds cycles of values, types, lazy imports and subpaths of the shared package', () => {
  const root = mkdtempSync(join(tmpdir(), 'cycles-'));
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  write('a/one.ts', "import type { Two } from './two.tsx';\nexport type One = Two;\n");
  write('a/two.tsx', "export type Two = 2;\nexport const three = () => import('../b/three.mjs');\n");
  write('b/three.mjs', "export * from '../a/one.ts';\n");
  write('shared/ui/four.ts', "import { five } from '@twostroke/shared/ui/five';\nexport const four = five;\n");
  write('shared/ui/five.ts', "export const five = 5;\nexport type Four = import('./four.ts').four;\n");
  write('shared/ui/six.ts', "import './five.ts';\nimport './missing.ts';\nimport 'react';\n");
  try {
    expect(findCycles(root)).toEqual([
      ['a/one.ts', 'a/two.tsx', 'b/three.mjs'],
      ['shared/ui/five.ts', 'shared/ui/four.ts'],
    ]);
  } finally {
    rmSync(root, { recursive: true });
  }
});
