/** Folders of deploy from the top down. Each imports only those after it. */
export const deployLayers = ['commands', 'checks', 'hosting', 'release', 'site', 'workers', 'backend', 'supabase'];

/** These two are published as the release tool, without the folders after them. */
const publishedLayers = ['release', 'site'];

/** Tests run in a checkout, which has every folder. */
const noSources = ['**/*.test.ts', '**/testing/**'];

const isPublished = (layer) => publishedLayers.includes(layer);
const deepest = 4;

/** The entries `main.tsx` and `server.tsx`, then the folders of shell/src from the top down. Each imports only those after it. */
export const shellLayers = ['main', 'server', 'app', 'layout', 'errors', 'prefetch', 'remotes', 'session', 'telemetry'];

/** Folders of deploy/release from the top down. Each imports only those after it. */
const releaseLayers = ['commands', 'canary', 'targets', 'gates', 'flip', 'build'];

/**
 * ESLint settings for the order of the folders of deploy.
 * @param {Forbidden[]} base what no folder of deploy may import
 */
export function deployRules(base) {
  return [
    ...layerRules('deploy', deployLayers, () => base),
    ...publishedLayers.flatMap((layer) =>
      eachDepth(`deploy/${layer}`, (files, up) => ({
        ...restrict(files, [...base, above('deploy', deployLayers, layer, up), unpublished(up)]),
        ignores: noSources,
      })),
    ),
    ...layerRules('deploy/release', releaseLayers, (up) => [...base, above('deploy', deployLayers, 'release', up)]),
    ...layerRules('deploy/release', releaseLayers, (up) => [
      ...base,
      above('deploy', deployLayers, 'release', up),
      unpublished(up),
    ]).map((rule) => ({ ...rule, ignores: noSources })),
    // Tests of the database run on the Postgres of backend, prepared as backend prepares it.
    restrict(
      ['deploy/supabase/{tests,lint}/*.ts'],
      [
        ...base,
        {
          regex: `${to('../../', ['commands', 'checks', 'hosting', 'release', 'site', 'workers'])}|^(\\.\\./){2}backend/(?!postgres/|database/)`,
          message: 'Tests of the database may import postgres and database of backend, and nothing else of deploy.',
        },
      ],
    ),
  ];
}

/**
 * ESLint settings for folders of which each imports only those after it.
 * @param {string} base folder that contains the layers
 * @param {string[]} layers from the top down
 * @param {(up: string) => Forbidden[]} inherited what else base may not import, given the way from a file to its parent
 * folder: settings of the same file replace each other
 */
export function layerRules(base, layers, inherited) {
  return layers.flatMap((layer, at) =>
    eachDepth(`${base}/${layer}`, (files, up) =>
      restrict(files, [...(at > 0 ? [above(base, layers, layer, up)] : []), ...inherited(`${up}../`)]),
    ),
  );
}

function unpublished(up) {
  return {
    regex: to(up, ['workers', 'backend', 'supabase']),
    message:
      'release and site are published without workers, backend and supabase. Have the caller pass in what they know, or ask them over HTTP.',
  };
}

function above(base, layers, layer, up) {
  const at = layers.indexOf(layer);
  const below = layers.slice(at + 1).filter((other) => !isPublished(layer) || isPublished(other));
  const allowed = below.join(', ') || 'no other folder';
  return {
    regex: to(up, layers.slice(0, at)),
    message: `${base}/${layer} may import ${allowed}. Move what both need down, pass it in as an argument, or move this file up.`,
  };
}

/** Import paths are relative, so the way out of a layer depends on how deep a file is in it. */
function eachDepth(folder, rulesFor) {
  return Array.from({ length: deepest }, (_, depth) =>
    rulesFor([`${folder}/${'*/'.repeat(depth)}*.{ts,tsx,mjs,mts}`], '../'.repeat(depth + 1)),
  );
}

function to(up, layers) {
  return `^(\\.\\./){${up.length / 3}}(${layers.join('|')})([./]|$)`;
}

/**
 * ESLint settings that forbid imports, however they are written: `no-restricted-imports` does not see `import()`,
 * neither of a value nor of a type.
 * @typedef {{ regex: string, message: string, typesAllowed?: boolean }} Forbidden typesAllowed: `import type` is no error
 * @param {string[]} files
 * @param {Forbidden[]} forbidden
 */
export function restrict(files, forbidden) {
  const atRunTime = (declaration, kind) => `${declaration}[${kind}!="type"][source.value`;
  const values = [
    atRunTime('ImportDeclaration', 'importKind'),
    atRunTime('ExportNamedDeclaration', 'exportKind'),
    atRunTime('ExportAllDeclaration', 'exportKind'),
  ];
  const selectors = forbidden.flatMap(({ regex, message, typesAllowed }) =>
    ['ImportExpression[source.value', ...(typesAllowed ? values : ['TSImportType[argument.literal.value'])].map(
      (place) => ({ selector: `${place}=/${regex.replaceAll('/', '\\x2F')}/]`, message }),
    ),
  );
  const patterns = forbidden
    .filter(({ typesAllowed }) => !typesAllowed)
    .map(({ regex, message }) => ({ regex, message }));
  return {
    files,
    rules: {
      'no-restricted-imports': ['error', { patterns }],
      'no-restricted-syntax': ['error', ...selectors],
    },
  };
}
