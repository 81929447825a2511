import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import { useLocation } from '@twostroke/shared/router';
import { useCallback, useState } from 'react';
import { KeptPage } from './kept-page.tsx';
import { pageOf } from './load-part.ts';
import { PartBoundary } from './part-boundary.tsx';
import { isPrerendered, letGoOfRenderedNodes, renderedNodes } from './prerendered.ts';
import { RemoteMissing } from './remote-missing.tsx';
import styles from './remote-page.module.css';

/**
 * A remote's page in its own error boundary: what it throws costs this page only. When it throws while it takes over a
 * page that was rendered ahead, that stays to be read.
 */
export function RemotePage({ route }: { route: RegistryRoute }) {
  const { pathname } = useLocation();
  const [, countLoads] = useState(0);
  const renderAgain = useCallback(() => countLoads((count) => count + 1), []);
  const page = pageOf(route.id);
  const rendered = isPrerendered(route, pathname);
  if (!page && rendered) return <KeptPage route={route} onLoaded={renderAgain} />;
  if (!page) return <RemoteMissing remote={route.remote} attempts={1} />;
  return (
    <div className={styles.page} data-page={route.id}>
      <PartBoundary
        key={`${route.id} ${pathname}`}
        onShown={letGoOfRenderedNodes}
        fallback={(reset, attempts) =>
          rendered && renderedNodes().length > 0 ? (
            <KeptPage route={route} thrown={attempts} onLoaded={reset} />
          ) : (
            <RemoteMissing remote={route.remote} attempts={attempts} onRetry={reset} />
          )
        }
      >
        <page.Component />
      </PartBoundary>
    </div>
  );
}
