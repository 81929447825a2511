import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { deployRules, layerRules, shellLayers } from './layer-rules.mjs';
import { listApps } from './list-apps.mjs';

/** What each part of the shared package may import besides itself. */
const sharedLayers = {
  contracts: ['router'],
  domain: ['contracts', 'api'], // api: the generated types only
  client: ['domain', 'contracts', 'api'], // api: the generated types only
  api: ['client', 'domain', 'contracts'],
  state: ['domain', 'client', 'contracts'],
  router: [],
  ui: ['contracts', 'domain', 'router'],
};

const routerOnly = {
  group: ['react-router-dom', 'react-router'],
  message: 'Import from @twostroke/shared/router: the site has one router, and this module is the shared part of it.',
};

/**
 * ESLint rules for imports between folders, generated from the existing folders.
 * @param {string} root the repository
 */
export function importRules(root) {
  const apps = listApps(root).map(({ workspace }) => workspace);
  const noAppSources = {
    group: apps.map((app) => `**/${app}/src/**`),
    message: 'deploy works with built releases, not with the source of an app.',
  };
  return [
    ...apps.map((app) => restrict([`${app}/**/*.{ts,tsx}`], [routerOnly, ...otherApps(app, apps), noDeploy])),
    ...layerRules('shell/src', shellLayers, [routerOnly, ...otherApps('shell', apps), noDeploy]),
    ...Object.entries(sharedLayers).map(([layer, allowed]) => restrictLayer(layer, allowed, apps)),
    ...apps.flatMap((app) => features(root, app, apps)),
    restrict(['deploy/**/*.ts'], [noAppSources]),
    ...deployRules([noAppSources]),
  ];
}

const noDeploy = {
  group: ['**/deploy/**', '@twostroke/deploy', '@twostroke/deploy/*'],
  message: 'Apps know the backend only through @twostroke/shared/client and @twostroke/shared/api.',
};

function restrict(files, patterns) {
  return { files, rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

function otherApps(app, apps) {
  return apps
    .filter((other) => other !== app)
    .map((other) => ({
      group: [other, `${other}/*`, `**/${other}/**`],
      message: `${app} and ${other} are released separately: share through @twostroke/shared, an address or a slot.`,
    }));
}

function restrictLayer(layer, allowed, apps) {
  const forbidden = Object.keys(sharedLayers).filter((other) => other !== layer && !allowed.includes(other));
  const patterns = [
    {
      group: apps.flatMap((app) => [app, `${app}/*`, `**/${app}/**`]),
      message: 'The shared package never imports an app.',
    },
    ...forbidden.map((other) => ({
      group: [`**/${other}/*`, `@twostroke/shared/${other}`, `@twostroke/shared/${other}/*`],
      message: `shared/${layer} may import ${allowed.join(', ') || 'nothing of shared'}, not shared/${other}.`,
    })),
    ...(layer === 'router' ? [] : [routerOnly]),
  ];
  return restrict([`shared/${layer}/**/*.{ts,tsx}`], patterns);
}

/** A feature never imports a sibling feature: pages compose features. */
function features(root, app, apps) {
  let names = [];
  try {
    names = readdirSync(join(root, app, 'src/features'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return []; // no features in this app
  }
  return names.map((name) =>
    restrict(
      [`${app}/src/features/${name}/**/*.{ts,tsx}`],
      [
        routerOnly,
        noDeploy,
        ...otherApps(app, apps),
        ...names
          .filter((other) => other !== name)
          .map((other) => ({
            group: [`../${other}/*`, `**/features/${other}/**`],
            message: `Features do not import each other. Let the page compose ${name} and ${other}, or move what both need to shared/domain.`,
          })),
        { group: ['**/pages/*'], message: 'Pages import features, never the other way round.' },
      ],
    ),
  );
}
