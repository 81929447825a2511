import type { Access } from '@twostroke/shared/contracts/manifest';
import { paths } from '@twostroke/shared/contracts/paths';
import { redirect } from '@twostroke/shared/router';
import { sessionAtom, store, whenSessionKnown } from '@twostroke/shared/state';
import { checkAdmin } from './check-admin.ts';

/**
 * Admits a visitor to a route or throws the response: a redirect to sign in (and back afterwards), or 403 without the
 * role. Awaits the session; nothing of the page is fetched before.
 * @throws Response; AppError when the role can not be read
 */
export async function guardRoute(access: Access, request: Request): Promise<void> {
  if (access === 'public') return;
  const session = await whenSessionKnown();
  const { pathname, search } = new URL(request.url);
  if (session.status === 'signed-out') throw redirect(paths.auth(pathname + search));
  if (access !== 'admin' || session.isAdmin) return;
  if (session.isAdmin === null) {
    const isAdmin = await checkAdmin(session.user.id);
    if (store.get(sessionAtom) === session) store.set(sessionAtom, { ...session, isAdmin });
    if (isAdmin) return;
  }
  throw new Response('', { status: 403, statusText: 'Forbidden' });
}
