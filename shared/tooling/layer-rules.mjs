/** Folders of deploy from the top down. Each imports only those after it. */
const deployLayers = ['commands', 'checks', 'hosting', 'release', 'site', 'workers', 'backend', 'supabase'];

/** These two are published as the release tool, without the folders after them. */
const publishedLayers = ['release', 'site'];

/** The entries `main.tsx` and `server.tsx`, then the folders of shell/src from the top down. Each imports only those after it. */
const shellLayers = ['main', 'server', 'app', 'layout', 'errors', 'prefetch', 'remotes', 'session', 'telemetry'];

/** Folders of deploy/release from the top down. Each imports only those after it. */
const releaseLayers = ['commands', 'canary', 'targets', 'gates', 'flip', 'build'];

/**
 * Why a file of shell may not import a module of shell.
 * @param {string[]} way from shell to the file
 * @param {string} imported from the root of the repository
 * @returns {string | undefined}
 */
export function rejectedInShell([src, layer], imported) {
  return src === 'src' ? above('shell/src', shellLayers, layer, imported) : undefined;
}

/**
 * Why a file of deploy may not import a module of deploy.
 * @param {string[]} way from deploy to the file
 * @param {string} imported from the root of the repository
 * @returns {string | undefined}
 */
export function rejectedInDeploy(way, imported) {
  const [layer, folder] = way;
  if (layer === 'supabase' && ['tests', 'lint'].includes(folder)) return rejectedInDatabaseTests(imported);
  return (
    above('deploy', deployLayers, layer, imported) ??
    (layer === 'release' ? above('deploy/release', releaseLayers, folder, imported) : undefined) ??
    (isPublished(layer) && !isOfTests(way) ? unpublished(imported) : undefined)
  );
}

const isPublished = (layer) => publishedLayers.includes(layer);

/** Tests run in a checkout, which has every folder. */
const isOfTests = (way) => way.includes('testing') || way.at(-1).endsWith('.test.ts');

/** The part of a base folder that a module is in: a folder, or the name of a file without its ending. */
function partOf(base, address) {
  return address.startsWith(`${base}/`) ? nameOf(address.slice(base.length + 1).split('/')[0]) : undefined;
}

const nameOf = (segment) => segment.split('.')[0];

function above(base, layers, segment, imported) {
  const layer = nameOf(segment);
  const at = layers.indexOf(layer);
  if (!layers.slice(0, Math.max(at, 0)).includes(partOf(base, imported))) return undefined;
  const below = layers.slice(at + 1).filter((other) => !isPublished(layer) || isPublished(other));
  const allowed = below.join(', ') || 'no other folder';
  return `${base}/${layer} may import ${allowed}. Move what both need down, pass it in as an argument, or move this file up.`;
}

function unpublished(imported) {
  if (!['workers', 'backend', 'supabase'].includes(partOf('deploy', imported))) return undefined;
  return 'release and site are published without workers, backend and supabase. Have the caller pass in what they know, or ask them over HTTP.';
}

/** Tests of the database run on the Postgres of backend, prepared as backend prepares it. */
function rejectedInDatabaseTests(imported) {
  const part = partOf('deploy', imported);
  if (part === undefined || part === 'supabase' || /^deploy\/backend\/(postgres|database)\//.test(imported))
    return undefined;
  return 'Tests of the database may import postgres and database of backend, and nothing else of deploy.';
}
