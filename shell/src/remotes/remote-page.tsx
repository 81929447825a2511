import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import { useLocation } from '@twostroke/shared/router';
import { useCallback, useState } from 'react';
import { KeptPage } from './kept-page.tsx';
import { pageOf } from './load-part.ts';
import { PartBoundary } from './part-boundary.tsx';
import { isPrerendered } from './prerendered.ts';
import { RemoteMissing } from './remote-missing.tsx';
import styles from './remote-page.module.css';

/** A remote's page in its own error boundary: what it throws costs this page only. */
export function RemotePage({ route }: { route: RegistryRoute }) {
  const { pathname } = useLocation();
  const [, countLoads] = useState(0);
  const renderAgain = useCallback(() => countLoads((count) => count + 1), []);
  const page = pageOf(route.id);
  if (!page && isPrerendered(route, pathname)) return <KeptPage route={route} onLoaded={renderAgain} />;
  if (!page) return <RemoteMissing remote={route.remote} attempts={1} />;
  return (
    <div className={styles.page} data-page={route.id}>
      <PartBoundary
        key={`${route.id} ${pathname}`}
        fallback={(reset) => <RemoteMissing remote={route.remote} attempts={1} onRetry={reset} />}
      >
        <page.Component />
      </PartBoundary>
    </div>
  );
}
