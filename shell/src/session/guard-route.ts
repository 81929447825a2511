import { AppError } from '@twostroke/shared/client';
import type { Access } from '@twostroke/shared/contracts/manifest';
import { paths } from '@twostroke/shared/contracts/paths';
import { redirect } from '@twostroke/shared/router';
import { whenSessionKnown } from '@twostroke/shared/state';

/**
 * Admits a visitor to a route or throws the response: a redirect to sign in (and back afterwards), or 403 without the
 * role. Awaits the session; nothing of the page is fetched before.
 * @throws Response; AppError offline: the role may not have been read yet
 */
export async function guardRoute(access: Access, request: Request): Promise<void> {
  if (access === 'public') return;
  const session = await whenSessionKnown();
  const { pathname, search } = new URL(request.url);
  if (session.status === 'signed-out') throw redirect(paths.auth(pathname + search));
  if (access !== 'admin' || session.isAdmin) return;
  if (globalThis.navigator?.onLine === false) throw new AppError('offline', 'There is no internet connection.');
  throw new Response('', { status: 403, statusText: 'Forbidden' });
}
