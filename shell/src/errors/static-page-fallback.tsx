import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import { ErrorPanel } from '@twostroke/shared/ui/error-panel';
import { Container } from '@twostroke/shared/ui/container';
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import styles from './failure.module.css';
import { hasFailed, loadPage, reloadPastCache } from '../remotes/load-remote.ts';
import pageStyles from '../remotes/remote-page.module.css';
import { useRegistry } from '../remotes/registry-context.tsx';
import { removePrerenderedHead, renderedNodes, settlePage } from '../remotes/prerendered.ts';
import { RemoteFailure } from '../telemetry/remote-failure.ts';
import { RestOfSiteWorks } from './rest-of-site-works.tsx';

export interface StaticPageFallbackProps {
  route: RegistryRoute;
  /** Called when the page's code has loaded after all, or is to be retried. */
  onLoaded: () => void;
  /** How often the page has thrown. Absent when its code did not load. */
  thrown?: number;
}

/** React never changes the children of an element with `dangerouslySetInnerHTML`, so the rendered nodes stay. */
const asRendered = { __html: '' };

/** A failed hydration removes the nodes. They are put back as nodes, because Trusted Types rejects strings. */
function putNodesBack(element: HTMLElement | null): void {
  element?.append(...renderedNodes());
}

/**
 * A prerendered page whose code is late, failed to load or threw: it stays readable as it came with the document, and
 * says when something does not work.
 */
export function StaticPageFallback({ route, onLoaded, thrown }: StaticPageFallbackProps) {
  const registry = useRegistry();
  // Null in the first render: it must match the document, which has no panel.
  const [attempts, setAttempts] = useState<number | null>(thrown ?? null);
  const [retrying, setRetrying] = useState(false);
  const load = useCallback((): Promise<void> => {
    return loadPage(route).then(onLoaded, (failure: unknown) =>
      setAttempts((before) => (failure instanceof RemoteFailure ? failure.attempts : (before ?? 0) + 1)),
    );
  }, [onLoaded, route]);
  useEffect(() => {
    if (thrown !== undefined) return undefined;
    if (hasFailed(route.remote)) setAttempts(1);
    else void load(); // the code is only late
    window.addEventListener('online', load);
    return () => window.removeEventListener('online', load);
  }, [load, route.remote, thrown]);
  useEffect(() => {
    if (attempts === null) return;
    settlePage();
    // The page's code would replace them: without it a visitor would wait for ever.
    document.querySelectorAll('[data-page] [role=status]').forEach((placeholder) => placeholder.remove());
  }, [attempts]);
  // In the commit, before the next page adds its title. Retrying a page that throws removes the rendered page.
  useLayoutEffect(() => {
    document.title ||= 'This part is not available | Twostroke';
    return removePrerenderedHead;
  }, []);
  const retry = (): void => {
    setRetrying(true);
    if (attempts && attempts >= 2) return void reloadPastCache(route.remote, registry);
    void load().finally(() => setRetrying(false));
  };
  return (
    <>
      {attempts !== null && (
        <Container className={styles.space}>
          <ErrorPanel
            title="This part is not available"
            onRetry={retry}
            retrying={retrying}
            code={`${route.remote} ${attempts}`}
          >
            You can read what is here, but its buttons do not answer. <RestOfSiteWorks frame={route.frame} />
          </ErrorPanel>
        </Container>
      )}
      {thrown === undefined ? (
        <div
          className={pageStyles.page}
          data-page={route.id}
          suppressHydrationWarning
          dangerouslySetInnerHTML={asRendered}
        />
      ) : (
        <div className={pageStyles.page} data-page={route.id} ref={putNodesBack} />
      )}
    </>
  );
}
