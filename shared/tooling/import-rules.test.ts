import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const routerOnly =
  'Import from @twostroke/shared/router: the site has one router, and this module is the shared part of it.';
const noDeploy = 'Apps know the backend only through @twostroke/shared/client and @twostroke/shared/api.';
const noDeployInShared = 'The shared package never imports deploy.';
const noApp = 'The shared package never imports an app.';
const apart = (app: string, other: string): string =>
  `${app} and ${other} are released separately: share through @twostroke/shared, an address or a slot.`;

const published = 'release and site are published without workers, backend and supabase.';
const databaseTests = 'Tests of the database may import postgres and database of backend';
const mayImport = (layer: string): string => `deploy/${layer} may import `;
const belowFeatures = 'Features, pages and slots import cart-mfe/src/model, never the other way round.';
const shellMayImport = (layer: string): string => `shell/src/${layer} may import `;

/** File, its import, and the message it gets; null: it is allowed. */
const cases: [file: string, imported: string, message: string | null][] = [
  ['shell/src/a.ts', '@twostroke/shared/router', null],
  ['shell/src/a.ts', 'react-router-dom', routerOnly],
  ['shell/src/a.tsx', 'react-router', routerOnly],
  ['shell/src/a.ts', '../../cart-mfe/src/remote', apart('shell', 'cart-mfe')],
  ['shell/src/app/a.ts', '../layout/b', null],
  ['shell/src/app/a.ts', 'react-router-dom', routerOnly],
  ['shell/src/layout/a.tsx', '../errors/b', null],
  ['shell/src/layout/a.tsx', '../app/b', shellMayImport('layout')],
  ['shell/src/app/a.ts', '../main.tsx', shellMayImport('app')],
  ['shell/src/errors/a.tsx', '../server.tsx', shellMayImport('errors')],
  ['shell/src/errors/a.tsx', '../layout/b', shellMayImport('errors')],
  ['shell/src/remotes/a.ts', '../errors/b', shellMayImport('remotes')],
  ['shell/src/session/a.ts', '../remotes/b', shellMayImport('session')],
  ['shell/src/telemetry/a.ts', '../session/b', shellMayImport('telemetry')],
  ['shell/src/telemetry/a.ts', '../../../cart-mfe/src/remote', apart('shell', 'cart-mfe')],
  ['cart-mfe/src/pages/a.tsx', 'catalog-mfe/src/manifest', apart('cart-mfe', 'catalog-mfe')],
  ['cart-mfe/src/pages/a.tsx', '../features/choose-slot/slots', null],
  ['cart-mfe/src/pages/a.tsx', '@twostroke/deploy/backend', noDeploy],
  ['cart-mfe/src/features/choose-slot/a.ts', './slots', null],
  ['cart-mfe/src/features/choose-slot/a.ts', '@twostroke/shared/client', null],
  ['cart-mfe/src/features/choose-slot/a.ts', 'react-router-dom', routerOnly],
  ['cart-mfe/src/features/choose-slot/a.ts', '../../../../admin-mfe/src/remote', apart('cart-mfe', 'admin-mfe')],
  [
    'cart-mfe/src/features/choose-slot/a.ts',
    '../fill-form/form',
    'Features do not import each other. Let the page compose choose-slot and fill-form, or move what both need to src/model, src/parts or shared/domain.',
  ],
  [
    'cart-mfe/src/features/choose-slot/a.ts',
    '../../pages/book-service',
    'Pages and slots import features, never the other way round.',
  ],
  [
    'cart-mfe/src/features/choose-slot/a.ts',
    '../../slots/cart-drawer',
    'Pages and slots import features, never the other way round.',
  ],
  ['cart-mfe/src/features/choose-slot/a.ts', '../../model/steps', null],
  ['cart-mfe/src/model/a.ts', '../features/choose-slot/slots', belowFeatures],
  ['cart-mfe/src/model/a.ts', '../pages/book-service', belowFeatures],
  ['cart-mfe/src/testing/a.ts', '../pages/book-service', null],
  ['shared/domain/a.ts', '../contracts/paths', null],
  ['shared/domain/a.ts', '../state/cart', 'shared/domain may import contracts, not shared/state.'],
  ['shared/state/a.ts', '../client/rest', null],
  ['shared/state/a.ts', '../ui/button', 'shared/state may import domain, client, contracts, not shared/ui.'],
  ['shared/client/a.ts', '@twostroke/shared/state', 'shared/client may import domain, contracts, not shared/state.'],
  ['shared/api/a.ts', '@twostroke/shared/client', null],
  ['shared/api/a.ts', '../state/cart', 'shared/api may import client, domain, contracts, not shared/state.'],
  ['shared/state/a.ts', '../api/quote', 'shared/state may import domain, client, contracts, not shared/api.'],
  ['shared/client/a.ts', '../api/slots', 'shared/client may import domain, contracts, not shared/api.'],
  ['shared/domain/a.ts', '../api/slots', 'shared/domain may import contracts, not shared/api.'],
  ['shared/domain/a.ts', '../client/rest', 'shared/domain may import contracts, not shared/client.'],
  ['shared/contracts/a.ts', '../domain/cart', 'shared/contracts may import types of router, not shared/domain.'],
  ['shared/contracts/a.ts', '../router/index', 'shared/contracts may import types of router, not shared/router.'],
  ['shared/contracts/answers/a.ts', '../../api/slots', 'shared/contracts may import types of router, not shared/api.'],
  ['shared/router/a.ts', '../contracts/paths', 'shared/router may import nothing of shared, not shared/contracts.'],
  ['shared/domain/a.ts', '../../deploy/backend/logger', noDeployInShared],
  ['shared/tooling/a.mjs', '../../deploy/release/build/build-apps.mjs', noDeployInShared],
  ['shared/testing/a.tsx', '../../cart-mfe/src/model/steps', noApp],
  ['shared/router/a.ts', 'react-router-dom', null],
  ['shared/router/a.ts', '../client/rest', 'shared/router may import nothing of shared, not shared/client.'],
  ['shared/ui/a.tsx', 'react-router-dom', routerOnly],
  ['shared/ui/a.tsx', '../../shell/src/layout/a', noApp],
  [
    'deploy/release/a.ts',
    '../../shell/src/app/boot',
    'deploy works with built releases, not with the source of an app.',
  ],
  ['deploy/commands/start.mjs', '../hosting/node/start-site.ts', null],
  ['deploy/checks/e2e/a.ts', '../../hosting/node/start-site.ts', null],
  ['deploy/checks/e2e/journeys/a.test.ts', '../../../commands/start.mjs', mayImport('checks')],
  ['deploy/hosting/a.ts', '../checks/e2e/a.ts', mayImport('hosting')],
  ['deploy/release/commands/a.ts', '../canary/steer-canary.ts', null],
  ['deploy/release/canary/a.ts', '../commands/preview.ts', mayImport('release/canary')],
  ['deploy/release/canary/a.test.ts', '../commands/preview.ts', mayImport('release/canary')],
  ['deploy/release/flip/a.ts', '../canary/steer-canary.ts', mayImport('release/flip')],
  ['deploy/release/canary/a.ts', '../../commands/start.mjs', mayImport('release')],
  ['deploy/release/a.ts', './commands/preview.ts', null],
  ['deploy/release/canary/a.ts', '../../site/record/live.ts', null],
  ['deploy/site/record/a.ts', '../../release/rejection.ts', mayImport('site')],
  ['deploy/site/record/fit/a.ts', '../../../release/rejection.ts', mayImport('site')],
  ['deploy/release/canary/a.ts', '../../backend/secrets/backend-secrets.ts', published],
  ['deploy/release/canary/a.ts', '../../hosting/a.ts', mayImport('release')],
  ['deploy/site/telemetry/a.ts', '../../workers/messages/a.ts', published],
  ['deploy/site/telemetry/a.test.ts', '../../backend/testing/test-backend.ts', null],
  ['deploy/release/targets/testing/a.ts', '../../../backend/postgres/free-port.ts', null],
  ['deploy/release/targets/testing/a.ts', '../../../hosting/a.ts', mayImport('release')],
  ['deploy/workers/messages/a.ts', '../../backend/logger.ts', null],
  ['deploy/backend/a.ts', '../workers/messages/a.ts', mayImport('backend')],
  ['deploy/backend/testing/a.ts', '../../supabase/tests/verdicts.ts', null],
  ['deploy/supabase/a.ts', '../backend/postgres/free-port.ts', mayImport('supabase')],
  ['deploy/supabase/tests/a.ts', '../../backend/postgres/free-port.ts', null],
  ['deploy/supabase/tests/a.ts', '../../backend/gateway/front.ts', databaseTests],
  ['deploy/supabase/tests/a.ts', '../../backend/testing/poll.ts', databaseTests],
  ['deploy/supabase/tests/a.ts', '../../checks/programs/find-servers.mjs', databaseTests],
];

/** The same for `await import('…')`, for the types `import('…').A` and `typeof import('…')`, and for `export … from`. */
const lazyCases: typeof cases = [
  ['cart-mfe/src/pages/a.tsx', '../../../catalog-mfe/src/manifest', apart('cart-mfe', 'catalog-mfe')],
  ['cart-mfe/src/pages/a.tsx', '../features/choose-slot/slots', null],
  [
    'cart-mfe/src/features/choose-slot/a.ts',
    '../fill-form/form',
    'Features do not import each other. Let the page compose choose-slot and fill-form',
  ],
  ['shared/domain/a.ts', '../ui/button', 'shared/domain may import contracts, not shared/ui.'],
  ['shared/client/a.ts', '../api/slots', 'shared/client may import domain, contracts, not shared/api.'],
  [
    'deploy/site/a.ts',
    '../../cart-mfe/src/manifest',
    'deploy works with built releases, not with the source of an app.',
  ],
  ['deploy/hosting/a.ts', '../checks/e2e/a.ts', mayImport('hosting')],
  ['deploy/release/canary/a.ts', '../../backend/logger.ts', published],
  ['deploy/release/canary/a.ts', '../commands/preview.ts', mayImport('release/canary')],
];

/** The same for `import type`: only types of these may be imported. */
const typeCases: typeof cases = [
  ['shared/contracts/a.ts', '../router/index', null],
  ['shared/contracts/a.ts', '../domain/cart', 'shared/contracts may import types of router, not shared/domain.'],
  ['cart-mfe/src/pages/a.tsx', '../../../catalog-mfe/src/manifest', apart('cart-mfe', 'catalog-mfe')],
];

/** How each import is written. */
const written: [file: string, code: string, message: string | null][] = [
  ...cases.map(([file, from, message]) => [file, `import '${from}';`, message] as (typeof cases)[0]),
  ...lazyCases.flatMap(([file, from, message]): typeof cases => [
    [file, `await import('${from}');`, message],
    [file, `null as import('${from}').A;`, message],
    [file, `null as typeof import('${from}');`, message],
    [file, `export {} from '${from}';`, message],
    [file, `export * from '${from}';`, message],
  ]),
  ...typeCases.map(([file, from, message]) => [file, `import type {} from '${from}';`, message] as (typeof cases)[0]),
];

const root = mkdtempSync(join(tmpdir(), 'rules-'));
for (const name of ['shell', 'catalog', 'cart', 'admin']) {
  const workspace = name === 'shell' ? 'shell' : `${name}-mfe`;
  mkdirSync(join(root, workspace), { recursive: true });
  const twostroke = { kind: name === 'shell' ? 'shell' : 'remote', name };
  writeFileSync(join(root, workspace, 'package.json'), JSON.stringify({ twostroke }));
}
afterAll(() => rmSync(root, { recursive: true }));

/** The lines of each file, one case in each. */
const files = new Map<string, string[]>();
for (const [file, code] of written) files.set(file, [...(files.get(file) ?? []), code]);
for (const [file, lines] of files) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), lines.join('\n'));
}
const settings = {
  plugins: [],
  categories: { correctness: 'off' },
  jsPlugins: [join(__dirname, 'oxlint-plugin.mjs')],
  rules: { 'twostroke/imports': 'error' },
};
writeFileSync(join(root, '.oxlintrc.json'), JSON.stringify(settings));
const oxlint = join(__dirname, '../../node_modules/oxlint/bin/oxlint');
const { stdout } = spawnSync(process.execPath, [oxlint, '--format', 'json'], { cwd: root, encoding: 'utf8' });
const { diagnostics } = JSON.parse(stdout) as {
  diagnostics: { message: string; filename: string; labels: { span: { line: number } }[] }[];
};

test.each(written)('%s with %s: %s', (file, code, sentence) => {
  const line = files.get(file)!.indexOf(code) + 1;
  const messages = diagnostics
    .filter(({ filename, labels }) => filename === file && labels[0]?.span.line === line)
    .map(({ message }) => message);
  if (sentence === null) expect(messages).toEqual([]);
  else expect(messages).toEqual([expect.stringContaining(sentence)]);
});
