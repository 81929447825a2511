/** Folders of deploy from the top down. Each imports only those after it. */
export const deployLayers = ['commands', 'checks', 'hosting', 'release', 'site', 'workers', 'backend', 'supabase'];

/** These two are published as the release tool, without the folders after them. */
const publishedLayers = ['release', 'site'];

/** Tests run in a checkout, which has every folder. */
const noSources = ['**/*.test.ts', '**/testing/**'];

const isPublished = (layer) => publishedLayers.includes(layer);
const deepest = 4;

/** Folders of shell/src from the top down. Each imports only those after it. */
export const shellLayers = ['app', 'layout', 'errors', 'remotes', 'session', 'telemetry'];

/** Folders of deploy/release from the top down. Each imports only those after it. */
const releaseLayers = ['commands', 'canary', 'targets', 'gates', 'flip', 'build'];

/** ESLint settings for the order of the folders of deploy. */
export function deployRules(patterns) {
  return [
    ...layerRules('deploy', deployLayers, patterns),
    ...publishedLayers.flatMap((layer) =>
      eachDepth(`deploy/${layer}`, (files, up) => ({
        ...restrict(files, patterns, [above('deploy', deployLayers, layer, up), unpublished(up)]),
        ignores: noSources,
      })),
    ),
    ...layerRules('deploy/release', releaseLayers, patterns, (up) => [above('deploy', deployLayers, 'release', up)]),
    ...layerRules('deploy/release', releaseLayers, patterns, (up) => [
      above('deploy', deployLayers, 'release', up),
      unpublished(up),
    ]).map((rule) => ({ ...rule, ignores: noSources })),
    // Database tests run on the Postgres of backend, prepared as backend prepares it; its test helpers share one server.
    restrict(['deploy/supabase/{tests,lint}/*.ts'], patterns, [
      {
        regex: `${to('../../', ['commands', 'checks', 'hosting', 'release', 'site', 'workers'])}|^(\\.\\./){2}backend/(?!postgres/|database/|testing/|logger)`,
        message:
          'Tests of the database may import postgres, database and testing of backend, and nothing else of deploy.',
      },
    ]),
  ];
}

/**
 * ESLint settings for folders of which each imports only those after it.
 * @param {string} base folder that contains the layers
 * @param {string[]} layers from the top down
 * @param {object[]} patterns further forbidden imports: settings of the same file replace each other
 * @param {(up: string) => object[]} inherited forbidden imports of base, given the way from a file to its parent folder
 */
export function layerRules(base, layers, patterns, inherited = () => []) {
  return layers.flatMap((layer, at) =>
    eachDepth(`${base}/${layer}`, (files, up) =>
      restrict(files, patterns, [...(at > 0 ? [above(base, layers, layer, up)] : []), ...inherited(`${up}../`)]),
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
  return `^(\\.\\./){${up.length / 3}}(${layers.join('|')})(/|$)`;
}

/** `no-restricted-imports` does not see `import()`, neither of a value nor of a type. */
function restrict(files, patterns, forbidden) {
  const places = ['ImportExpression[source.value', 'TSImportType[argument.literal.value'];
  const selectors = forbidden.flatMap(({ regex, message }) =>
    places.map((place) => ({ selector: `${place}=/${regex.replaceAll('/', '\\x2F')}/]`, message })),
  );
  return {
    files,
    rules: {
      'no-restricted-imports': ['error', { patterns: [...patterns, ...forbidden] }],
      'no-restricted-syntax': ['error', ...selectors],
    },
  };
}
