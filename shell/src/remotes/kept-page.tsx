import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import { shop } from '@twostroke/shared/domain/shop';
import { ErrorPanel } from '@twostroke/shared/ui/error-panel';
import { Wrap } from '@twostroke/shared/ui/wrap';
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import styles from './failure.module.css';
import { hasFailed, loadPage, reloadPastCache } from './load-part.ts';
import pageStyles from './remote-page.module.css';
import { useRegistry } from './registry-context.tsx';
import { removePrerenderedHead, renderedNodes, settlePage } from './prerendered.ts';
import { RemoteFailure } from './remote-failure.ts';
import { RestWorks } from './rest-works.tsx';

export interface KeptPageProps {
  route: RegistryRoute;
  /** Called when the page's code has come after all, or is to be tried again. */
  onLoaded: () => void;
  /** How often the page has thrown. Absent when it is its code that did not come. */
  thrown?: number;
}

/** React never touches what is inside an element with an inner HTML of its own: the rendered nodes stay. */
const asRendered = { __html: '' };

/** A failed hydration removes the nodes. As nodes they may come back; as a string Trusted Types refuses them. */
function putNodesBack(element: HTMLElement | null): void {
  element?.append(...renderedNodes());
}

/**
 * A prerendered page whose code is late, could not be loaded or threw: it stays to be read, as it came with the
 * document, and says when something does not work.
 */
export function KeptPage({ route, onLoaded, thrown }: KeptPageProps) {
  const registry = useRegistry();
  // Null in the first render, which has to equal the document: no panel stands there.
  const [attempts, setAttempts] = useState<number | null>(thrown ?? null);
  const [retrying, setRetrying] = useState(false);
  const load = useCallback((): Promise<void> => {
    return loadPage(route).then(onLoaded, (failure: unknown) =>
      setAttempts((before) => (failure instanceof RemoteFailure ? failure.attempts : (before ?? 0) + 1)),
    );
  }, [onLoaded, route]);
  useEffect(() => {
    if (thrown !== undefined) return;
    if (hasFailed(route.remote)) setAttempts(1);
    else void load(); // it is only late
  }, [load, route.remote, thrown]);
  useEffect(() => {
    if (attempts !== null) settlePage();
  }, [attempts]);
  // Before the next page's own title is put in. Trying a page again that throws takes the rendered one away.
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
        <Wrap className={styles.space}>
          <ErrorPanel
            title="This part is not available"
            onRetry={retry}
            retrying={retrying}
            phone={{ number: shop.phone, label: `Call ${shop.phoneShown}` }}
            whatsapp={shop.whatsApp}
            code={`${route.remote} ${attempts}`}
          >
            You can read this page, but its buttons do not answer. <RestWorks />
          </ErrorPanel>
        </Wrap>
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
