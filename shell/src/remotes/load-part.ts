import type { PageModule, RemoteModule, SlotModule } from '@twostroke/shared/contracts/module';
import type { Registry, RegistryRoute, RegistrySlot } from '@twostroke/shared/contracts/registry';
import { noteError } from '../telemetry/note-error.ts';
import { loadRemoteModule, registerRemote } from './federation.ts';
import { loadStyles, preloadScripts } from './hint-files.ts';
import { RemoteFailure, type FailureReason } from './remote-failure.ts';
import { withinTime } from './within-time.ts';

/**
 * How long a remote may take: with the site's own start, nobody waits longer than eight seconds for a word. The
 * federation runtime itself would wait for ever.
 */
const LOAD_TIMEOUT_MS = 5000;
/** How long files are fetched past the cache before the page starts anew without them. */
const REFETCH_TIMEOUT_MS = 12_000;
/** A retry asks for `entry?r=1`, then `?r=2`, never more: the document lists the integrity of just these. */
const LAST_RETRY = 2;

const entries = new Map<string, string>();
const switchedOff = new Set<string>();
/** Failed loads of each remote since something of it was loaded: they choose the entry's next address. */
const failures = new Map<string, number>();
/** Failed loads of each part. Another part of the remote that loads says nothing about this one. */
const attempts = new Map<string, number>();
const pages: Parts<PageModule> = { loaded: new Map(), loading: new Map() };
const slots: Parts<SlotModule> = { loaded: new Map(), loading: new Map() };

interface Parts<Part> {
  loaded: Map<string, Part>;
  loading: Map<string, Promise<Part>>;
}

/** Tells the federation runtime which remotes are live. Nothing is downloaded yet. */
export function registerLiveRemotes(registry: Registry): void {
  for (const { name, entry, disabled } of registry.remotes) {
    if (disabled) switchedOff.add(name);
    const address = new URL(entry, globalThis.location?.origin).href;
    entries.set(name, address);
    registerRemote(name, address);
  }
}

/** The page of a route, if it was loaded before. */
export function pageOf(routeId: string): PageModule | undefined {
  return pages.loaded.get(routeId);
}

/**
 * Loads a route's page module.
 * @throws RemoteFailure after at most 5 seconds
 */
export function loadPage(route: RegistryRoute): Promise<PageModule> {
  return loadOnce(pages, keyOf(route), () => loadPart(route, (module) => module.pages?.[route.page]));
}

/**
 * Loads the fragment a remote lends to a slot.
 * @throws RemoteFailure after at most 5 seconds
 */
export function loadSlot(slot: RegistrySlot): Promise<SlotModule> {
  return loadOnce(slots, keyOf(slot), () => loadPart(slot, (module) => module.slots?.[slot.name]));
}

/** Whether loading something of this remote failed and nothing of it was loaded since. */
export function hasFailed(remote: string): boolean {
  return failures.has(remote);
}

/** Who asks while a part is loading shares that load, so that its failure counts once. */
async function loadOnce<Part>({ loaded, loading }: Parts<Part>, key: string, load: () => Promise<Part>): Promise<Part> {
  const known = loaded.get(key);
  if (known) return known;
  const underway = loading.get(key) ?? load().finally(() => loading.delete(key));
  loading.set(key, underway);
  const part = await underway;
  loaded.set(key, part);
  return part;
}

async function loadPart<Part extends PageModule | SlotModule>(
  part: RegistryRoute | RegistrySlot,
  pick: (module: RemoteModule) => (() => Promise<Part>) | undefined,
): Promise<Part> {
  const { remote, js, css } = part;
  if (switchedOff.has(remote)) throw failed(part, 'disabled', 'its owner has switched it off');
  retryEntry(remote);
  preloadScripts(js);
  const work = async (): Promise<Part> => {
    const styles = loadStyles(css);
    const module = await loadRemoteModule(remote);
    const importPart = module?.contract === 1 ? pick(module) : undefined;
    if (!importPart) throw failed(part, 'contract', 'it does not export what its manifest lists');
    const loaded = await importPart();
    if (!loaded?.Component) throw failed(part, 'contract', 'the part exports no Component');
    await styles;
    return loaded;
  };
  try {
    const loaded = await withinTime(work(), LOAD_TIMEOUT_MS, new TimeUp('time is up'));
    failures.delete(remote);
    attempts.delete(keyOf(part));
    return loaded;
  } catch (thrown) {
    if (thrown instanceof RemoteFailure) throw thrown;
    throw failed(part, thrown instanceof TimeUp ? 'timeout' : 'load', thrown);
  }
}

/** After a failure the entry has to be registered under another address, or the runtime answers its failure again. */
function retryEntry(remote: string): void {
  const count = failures.get(remote) ?? 0;
  const entry = entries.get(remote);
  if (count > 0 && entry) registerRemote(remote, `${entry}?r=${Math.min(count, LAST_RETRY)}`, true);
}

function failed(part: RegistryRoute | RegistrySlot, reason: FailureReason, cause: unknown): RemoteFailure {
  const { remote } = part;
  failures.set(remote, (failures.get(remote) ?? 0) + 1);
  const attempt = (attempts.get(keyOf(part)) ?? 0) + 1;
  attempts.set(keyOf(part), attempt);
  const failure = new RemoteFailure(remote, reason, attempt, cause);
  noteError(failure);
  return failure;
}

function keyOf(part: RegistryRoute | RegistrySlot): string {
  return 'id' in part ? part.id : `${part.remote}:${part.name}`;
}

class TimeUp extends Error {}

/**
 * The second way out: fetches a remote's files past every cache (a cut or altered file may be cached as immutable),
 * then starts the page anew, also when one of them never comes. Cart and bike are in local storage and survive.
 */
export async function reloadPastCache(remote: string, registry: Registry): Promise<void> {
  const parts = [...registry.routes, ...registry.slots].filter((part) => part.remote === remote);
  const files = new Set(parts.flatMap(({ js, css }) => [...js, ...css].map(({ href }) => href)));
  const entry = entries.get(remote);
  if (entry) files.add(entry);
  // Of a remote that is switched off no file is fetched: a new document tells when it is back.
  const wanted = switchedOff.has(remote) ? [] : [...files];
  const fetched = Promise.allSettled(wanted.map((file) => fetch(file, { cache: 'reload' })));
  await withinTime(fetched, REFETCH_TIMEOUT_MS, new TimeUp()).catch(() => undefined);
  window.location.reload();
}
