import { runningSite, type ReleaseContext } from '../release-context.ts';

/**
 * The sentence for a canary that nothing judges, because no process of ours serves the site with the key for visitors'
 * reports; null where the running site judges it.
 * @param target as on the command line; null: this machine
 */
export function unjudgedCanary(context: ReleaseContext, app: string, target: string | null): string | null {
  const site = runningSite(context);
  if (!target && site && site.endsCanaries !== false) return null;
  const reason = target
    ? `${target} only serves files`
    : site
      ? 'the site runs without SUPABASE_SERVICE_ROLE_KEY'
      : 'no site runs here';
  return `Nothing ends this canary automatically, because ${reason}: keep npm run release -- watch running, or end it with npm run release -- rollback ${app}.`;
}
