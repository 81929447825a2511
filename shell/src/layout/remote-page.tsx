import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import { useLocation } from '@twostroke/shared/router';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { StaticPageFallback } from '../errors/static-page-fallback.tsx';
import { pageOf } from '../remotes/load-remote.ts';
import { RemoteBoundary } from '../remotes/remote-boundary.tsx';
import { isPrerendered, releaseRenderedNodes, renderedNodes, settlePage } from '../remotes/prerendered.ts';
import { RemoteMissing } from '../errors/remote-missing.tsx';
import styles from '../remotes/remote-page.module.css';

/**
 * A remote's page in its own error boundary: an exception affects only this page. When it throws during hydration, the
 * prerendered page stays readable.
 */
export function RemotePage({ route }: { route: RegistryRoute }) {
  const { pathname } = useLocation();
  const [, countLoads] = useState(0);
  const renderAgain = useCallback(() => countLoads((count) => count + 1), []);
  const page = pageOf(route.id);
  const rendered = isPrerendered(route, pathname);
  if (!page && rendered) return <StaticPageFallback route={route} onLoaded={renderAgain} />;
  if (!page) return <RemoteMissing route={route} attempts={1} />;
  return (
    <div className={styles.page} data-page={route.id}>
      <RemoteBoundary
        key={`${route.id} ${pathname}`}
        onShown={settlePage}
        fallback={(reset, attempts) =>
          rendered && renderedNodes().length > 0 ? (
            <StaticPageFallback route={route} thrown={attempts} onLoaded={reset} />
          ) : (
            <RemoteMissing route={route} attempts={attempts} onRetry={reset} />
          )
        }
      >
        <page.Component />
        <Suspense>
          <WholePageShown />
        </Suspense>
      </RemoteBoundary>
    </div>
  );
}

/** In a boundary after all others of the page, so that React hydrates it last. */
function WholePageShown() {
  useEffect(releaseRenderedNodes, []);
  return null;
}
