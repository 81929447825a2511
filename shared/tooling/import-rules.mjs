import { posix } from 'node:path';
import { rejectedInDeploy, rejectedInShell } from './layer-rules.mjs';

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

/**
 * Why a file may not import a module; undefined: it may.
 * @param {string} file its path from the root of the repository
 * @param {string} specifier the module as the import names it
 * @param {{ apps: string[], typesAlone?: boolean }} facts apps: the workspaces of the apps; typesAlone: it imports
 * nothing that exists at run time
 * @returns {string | undefined}
 */
export function rejectionOf(file, specifier, { apps, typesAlone = false }) {
  const imported = addressOf(file, specifier);
  const [top, ...way] = file.split('/');
  if (top === 'deploy') return sourceOfApp(imported, apps) ?? rejectedInDeploy(way, imported);
  if (top === 'shared') return rejectedInShared(way[0], imported, { apps, typesAlone });
  if (!apps.includes(top)) return undefined;
  const rejected = rejectedInEveryApp(top, imported, apps);
  return rejected ?? (top === 'shell' ? rejectedInShell(way, imported) : rejectedInRemote(top, way, imported));
}

/** A module's path from the root of the repository, or its name if it is of no workspace. */
function addressOf(file, specifier) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
  return specifier.replace(/^@twostroke\//, '');
}

/** The first of these folders that is on the way to a module. */
const onTheWay = (imported, folders) => imported.split('/').find((folder) => folders.includes(folder));

function sourceOfApp(imported, apps) {
  const isSource = imported.split('/').some((folder, at, way) => apps.includes(folder) && way[at + 1] === 'src');
  return isSource ? 'deploy works with built releases, not with the source of an app.' : undefined;
}

function packageOfRouter(imported) {
  if (!/^react-router(-dom)?(\/|$)/.test(imported)) return undefined;
  return 'Import from @twostroke/shared/router: the site has one router, and this module is the shared part of it.';
}

function rejectedInEveryApp(app, imported, apps) {
  if (onTheWay(imported, ['deploy']))
    return 'Apps know the backend only through @twostroke/shared/client and @twostroke/shared/api.';
  const other = onTheWay(
    imported,
    apps.filter((each) => each !== app),
  );
  if (other)
    return `${app} and ${other} are released separately: share through @twostroke/shared, an address or a slot.`;
  return packageOfRouter(imported);
}

function rejectedInShared(layer, imported, { apps, typesAlone }) {
  if (onTheWay(imported, apps)) return 'The shared package never imports an app.';
  if (onTheWay(imported, ['deploy'])) return 'The shared package never imports deploy.';
  if (!Object.hasOwn(sharedLayers, layer)) return undefined;
  const [top, other] = imported.split('/');
  const types = typesOnly[layer] ?? [];
  const allowed = [layer, ...sharedLayers[layer], ...(typesAlone ? types : [])];
  if (top === 'shared' && Object.hasOwn(sharedLayers, other) && !allowed.includes(other)) {
    const may = [...sharedLayers[layer], ...types.map((each) => `types of ${each}`)].join(', ');
    return `shared/${layer} may import ${may || 'nothing of shared'}, not shared/${other}.`;
  }
  return layer === 'router' ? undefined : packageOfRouter(imported);
}

/** pages and slots -> features -> the folders of what several features use. A feature never imports a sibling. */
function rejectedInRemote(app, [src, folder, ...way], imported) {
  // Files directly in src, the manifest among them, belong to no folder.
  if (src !== 'src' || way.length === 0 || ['pages', 'slots', 'testing'].includes(folder)) return undefined;
  if (!imported.startsWith(`${app}/src/`)) return undefined;
  const [to, other] = imported.split('/').slice(2);
  if (folder !== 'features') {
    if (!['pages', 'slots', 'features'].includes(to)) return undefined;
    return `Features, pages and slots import ${app}/src/${folder}, never the other way round.`;
  }
  if (to === 'pages' || to === 'slots') return 'Pages and slots import features, never the other way round.';
  const [name] = way;
  if (to !== 'features' || other === name) return undefined;
  return `Features do not import each other. Let the page compose ${name} and ${other}, or move what both need to src/model, src/parts or shared/domain.`;
}
