import { createHash } from 'node:crypto';
import type { Live } from '../../site/record/live.ts';
import { Rejection } from '../rejection.ts';

/** The addresses of an app that are verified after a flip: one of its pages, and its entry. */
export interface AppParts {
  page: string;
  /** null: the app is disabled, and none of its files is fetched. */
  entry: string | null;
}

/** A page that any visitor can open, if the app has one; home for the shell. */
export function verifiableParts({ registry, shell }: Live, app: string): AppParts {
  const remote = registry.remotes.find(({ name }) => name === app);
  if (!remote) return { page: '/', entry: shell.js[0] ?? null };
  const own = registry.routes.filter((route) => route.remote === app && !route.path.includes(':'));
  const route = own.find(({ access }) => access === 'public') ?? own[0];
  return { page: route?.path ?? '/', entry: remote.disabled ? null : remote.entry };
}

/**
 * Opens a page of an app as a visitor does and fetches its entry.
 * @returns what was seen, e.g. `/bikes answers 200, /r/catalog/…/remoteEntry.js has its integrity`
 * @throws Rejection when the page does not arrive, is of another release, or the entry is not the released one
 */
export async function verifyApp(siteUrl: string, live: Live, app: string, cookie: string): Promise<string> {
  const { page, entry } = verifiableParts(live, app);
  const answer = await ask(siteUrl + page, cookie);
  const text = await answer.text();
  // The page of a disabled remote answers 503 from a server, and 200 from a bucket.
  const isWhole = entry === null ? [200, 503].includes(answer.status) : answer.status === 200;
  // Home is the page of a remote, which a site with only the shell may not have yet.
  const isAway = page === '/' && answer.status === 404 && !live.registry.routes.some(({ path }) => path === '/');
  if (!isWhole && !isAway) throw new Rejection(`${unseen(app)} ${siteUrl}${page} answers ${answer.status}.`);
  if (!text.includes(`"release":"${live.release}"`))
    throw new Rejection(`${unseen(app)} ${siteUrl}${page} is not of release ${live.release}.`);
  const seen = `${page} answers ${answer.status}`;
  if (entry === null) return `${seen}, ${app} is switched off`;
  const file = await ask(siteUrl + entry, cookie);
  if (file.status !== 200) throw new Rejection(`${unseen(app)} ${siteUrl}${entry} answers ${file.status}.`);
  const integrity = live.integrity[entry];
  if (!integrity) return `${seen}, ${entry} answers 200`;
  const algorithm = integrity.slice(0, integrity.indexOf('-'));
  const hash = createHash(algorithm)
    .update(Buffer.from(await file.arrayBuffer()))
    .digest('base64');
  if (integrity !== `${algorithm}-${hash}`)
    throw new Rejection(`${unseen(app)} ${siteUrl}${entry} is not the file that was released: browsers reject it.`);
  return `${seen}, ${entry} has its integrity`;
}

async function ask(address: string, cookie: string): Promise<Response> {
  try {
    return await fetch(address, { headers: { cookie }, redirect: 'manual', signal: AbortSignal.timeout(10_000) });
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure);
    throw new Rejection(`live.json is flipped, but ${address} does not answer (${reason}).`);
  }
}

function unseen(app: string): string {
  return `live.json is flipped, but visitors do not get ${app} whole:`;
}
