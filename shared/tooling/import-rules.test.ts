/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runModule } from './run-module.ts';

const routerOnly =
  'Import from @twostroke/shared/router: there is one router on the site, and this is the part that is shared.';
const noDeploy = 'Apps know the backend only through @twostroke/shared/data.';
const noApp = 'The shared package never imports an app.';
const apart = (app: string, other: string): string =>
  `${app} and ${other} are released separately: share through @twostroke/shared, an address or a slot.`;

/** File, what it imports, and the sentence it gets; null: it may. */
const cases: [file: string, imported: string, message: string | null][] = [
  ['shell/src/a.ts', '@twostroke/shared/router', null],
  ['shell/src/a.ts', 'react-router-dom', routerOnly],
  ['shell/src/a.tsx', 'react-router', routerOnly],
  ['shell/src/a.ts', '../../cart-mfe/src/remote', apart('shell', 'cart-mfe')],
  ['cart-mfe/src/pages/a.tsx', 'catalog-mfe/src/manifest', apart('cart-mfe', 'catalog-mfe')],
  ['cart-mfe/src/pages/a.tsx', '../features/choose-slot/slots', null],
  ['cart-mfe/src/pages/a.tsx', '@twostroke/deploy/backend', noDeploy],
  ['cart-mfe/src/features/choose-slot/a.ts', './slots', null],
  ['cart-mfe/src/features/choose-slot/a.ts', '@twostroke/shared/data', null],
  ['cart-mfe/src/features/choose-slot/a.ts', 'react-router-dom', routerOnly],
  ['cart-mfe/src/features/choose-slot/a.ts', '../../../../admin-mfe/src/remote', apart('cart-mfe', 'admin-mfe')],
  [
    'cart-mfe/src/features/choose-slot/a.ts',
    '../fill-form/form',
    'Features do not import each other. Let the page compose choose-slot and fill-form, or move what both need to shared/domain.',
  ],
  [
    'cart-mfe/src/features/choose-slot/a.ts',
    '../../pages/book-service',
    'Pages import features, never the other way round.',
  ],
  ['shared/domain/a.ts', '../contracts/paths', null],
  ['shared/domain/a.ts', '../state/cart', 'shared/domain may import contracts, not shared/state.'],
  ['shared/state/a.ts', '../data/rest', null],
  ['shared/state/a.ts', '../ui/button', 'shared/state may import domain, data, contracts, not shared/ui.'],
  ['shared/data/a.ts', '@twostroke/shared/state', 'shared/data may import domain, contracts, not shared/state.'],
  ['shared/router/a.ts', 'react-router-dom', null],
  ['shared/router/a.ts', '../data/rest', 'shared/router may import nothing of shared, not shared/data.'],
  ['shared/ui/a.tsx', 'react-router-dom', routerOnly],
  ['shared/ui/a.tsx', '../../shell/src/layout/a', noApp],
  [
    'deploy/release/a.ts',
    '../../shell/src/app/boot',
    'deploy works with built releases, not with the source of an app.',
  ],
];

const root = mkdtempSync(join(tmpdir(), 'rules-'));
for (const feature of ['choose-slot', 'fill-form'])
  mkdirSync(join(root, 'cart-mfe/src/features', feature), { recursive: true });
afterAll(() => rmSync(root, { recursive: true }));

const found = runModule(`
  import { Linter } from 'eslint';
  import { importRules } from './import-rules.mjs';
  const linter = new Linter({ cwd: ${JSON.stringify(root)} });
  const rules = importRules(${JSON.stringify(root)});
  const cases = ${JSON.stringify(cases)};
  const messages = cases.map(([file, imported]) =>
    linter.verify('import ' + JSON.stringify(imported) + ';', rules, { filename: ${JSON.stringify(root)} + '/' + file }));
  console.log(JSON.stringify(messages.map((list) => list.map(({ message }) => message))));
`) as string[][];

test.each(cases.map((one, at) => [...one, found[at] ?? []] as const))(
  '%s importing %s: %s',
  (_, __, sentence, messages) => {
    if (sentence === null) expect(messages).toEqual([]);
    else expect(messages).toEqual([expect.stringContaining(sentence)]);
  },
);
