import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import { useLocation } from '@twostroke/shared/router';
import { pageOf } from './load-part.ts';
import { PartBoundary } from './part-boundary.tsx';
import { RemoteMissing } from './remote-missing.tsx';

/** A remote's page in its own error boundary: what it throws costs this page only. */
export function RemotePage({ route }: { route: RegistryRoute }) {
  const { pathname } = useLocation();
  const page = pageOf(route.id);
  if (!page) return <RemoteMissing remote={route.remote} attempts={1} />;
  return (
    <PartBoundary
      key={`${route.id} ${pathname}`}
      fallback={(reset) => <RemoteMissing remote={route.remote} attempts={1} onRetry={reset} />}
    >
      <page.Component />
    </PartBoundary>
  );
}
