import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { deployRules, layerRules, restrict, shellLayers } from './layer-rules.mjs';
import { listApps } from './list-apps.mjs';

/** What each part of the shared package may import besides itself. */
const sharedLayers = {
  contracts: [],
  domain: ['contracts'],
  client: ['domain', 'contracts'],
  api: ['client', 'domain', 'contracts'],
  state: ['domain', 'client', 'contracts'],
  router: [],
  ui: ['contracts', 'domain', 'router'], // domain formats prices and dates and knows the shop's phone; router has links
};

/** Only types of these: what promises a shape needs no code. */
const typesOnly = { contracts: ['router'] };

const routerOnly = {
  regex: '^react-router(-dom)?(/|$)',
  message: 'Import from @twostroke/shared/router: the site has one router, and this module is the shared part of it.',
};

/**
 * ESLint rules for imports between folders, generated from the existing folders. Lazy imports and those of types count.
 * @param {string} root the repository
 */
export function importRules(root) {
  const apps = listApps(root).map(({ workspace }) => workspace);
  const noAppSources = {
    regex: `(^|/)(${apps.join('|')})/src(/|$)`,
    message: 'deploy works with built releases, not with the source of an app.',
  };
  return [
    ...apps.map((app) => restrict([`${app}/**/*.{ts,tsx}`], ofEveryApp(app, apps))),
    ...layerRules('shell/src', shellLayers, () => ofEveryApp('shell', apps)),
    restrict(['shared/**/*.{ts,tsx,mjs}'], ofShared(apps)),
    ...Object.entries(sharedLayers).map(([layer, allowed]) => restrictLayer(layer, allowed, apps)),
    ...apps.filter((app) => app !== 'shell').flatMap((app) => insideRemote(root, app, ofEveryApp(app, apps))),
    restrict(['deploy/**/*.{ts,mjs}'], [noAppSources]),
    ...deployRules([noAppSources]),
  ];
}

const inFolder = (name) => `(^|/)${name}(/|$)`;
/** Way to a folder of the same app or package. */
const inside = (names) => `^(\\.\\./)+(${names.join('|')})(/|$)`;

/** What no app may import. */
function ofEveryApp(app, apps) {
  return [
    routerOnly,
    ...apps
      .filter((other) => other !== app)
      .map((other) => ({
        regex: inFolder(other),
        message: `${app} and ${other} are released separately: share through @twostroke/shared, an address or a slot.`,
      })),
    {
      regex: inFolder('deploy'),
      message: 'Apps know the backend only through @twostroke/shared/client and @twostroke/shared/api.',
    },
  ];
}

function ofShared(apps) {
  return [
    { regex: `(^|/)(${apps.join('|')})(/|$)`, message: 'The shared package never imports an app.' },
    { regex: inFolder('deploy'), message: 'The shared package never imports deploy.' },
  ];
}

function restrictLayer(layer, allowed, apps) {
  const types = typesOnly[layer] ?? [];
  const may = [...allowed, ...types.map((other) => `types of ${other}`)].join(', ') || 'nothing of shared';
  const forbidden = Object.keys(sharedLayers)
    .filter((other) => other !== layer && !allowed.includes(other))
    .map((other) => ({
      regex: `${inside([other])}|^@twostroke/shared/${other}(/|$)`,
      message: `shared/${layer} may import ${may}, not shared/${other}.`,
      typesAllowed: types.includes(other),
    }));
  const patterns = [...ofShared(apps), ...forbidden, ...(layer === 'router' ? [] : [routerOnly])];
  return restrict([`shared/${layer}/**/*.{ts,tsx}`], patterns);
}

/** pages and slots -> features -> the folders of what several features use. A feature never imports a sibling. */
function insideRemote(root, app, ofApp) {
  const folders = foldersOf(join(root, app, 'src'));
  const names = foldersOf(join(root, app, 'src/features'));
  const below = folders.filter((folder) => !['pages', 'slots', 'features', 'testing'].includes(folder));
  const noPages = {
    regex: inside(['pages', 'slots']),
    message: 'Pages and slots import features, never the other way round.',
  };
  return [
    ...below.map((folder) =>
      restrict(
        [`${app}/src/${folder}/**/*.{ts,tsx}`],
        [
          ...ofApp,
          {
            regex: inside(['pages', 'slots', 'features']),
            message: `Features, pages and slots import ${app}/src/${folder}, never the other way round.`,
          },
        ],
      ),
    ),
    ...names.map((name) =>
      restrict(
        [`${app}/src/features/${name}/**/*.{ts,tsx}`],
        [
          ...ofApp,
          ...names
            .filter((other) => other !== name)
            .map((other) => ({
              regex: `^(\\.\\./)+(features/)?${other}(/|$)`,
              message: `Features do not import each other. Let the page compose ${name} and ${other}, or move what both need to src/model, src/parts or shared/domain.`,
            })),
          noPages,
        ],
      ),
    ),
  ];
}

function foldersOf(path) {
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}
