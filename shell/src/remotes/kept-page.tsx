import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import { shop } from '@twostroke/shared/domain/shop';
import { ErrorPanel } from '@twostroke/shared/ui/error-panel';
import { Wrap } from '@twostroke/shared/ui/wrap';
import { useEffect, useState } from 'react';
import styles from './failure.module.css';
import { loadPage, reloadPastCache } from './load-part.ts';
import pageStyles from './remote-page.module.css';
import { useRegistry } from './registry-context.tsx';
import { RemoteFailure } from './remote-failure.ts';

export interface KeptPageProps {
  route: RegistryRoute;
  /** Called when the page's code has come after all. */
  onLoaded: () => void;
}

/** React never touches what is inside an element with an inner HTML of its own: the rendered nodes stay. */
const asRendered = { __html: '' };

/**
 * A prerendered page whose code could not be loaded: it stays to be read, as it came with the document, and says what
 * does not work.
 */
export function KeptPage({ route, onLoaded }: KeptPageProps) {
  const registry = useRegistry();
  const [hydrated, setHydrated] = useState(false);
  const [retrying, setRetrying] = useState(false);
  const [attempts, setAttempts] = useState(1);
  useEffect(() => setHydrated(true), []);
  const retry = (): void => {
    setRetrying(true);
    if (attempts >= 2) return void reloadPastCache(route.remote, registry);
    loadPage(route)
      .then(onLoaded, (failure: unknown) => {
        setAttempts(failure instanceof RemoteFailure ? failure.attempts : attempts + 1);
      })
      .finally(() => setRetrying(false));
  };
  return (
    <>
      {hydrated && (
        <Wrap className={styles.space}>
          <ErrorPanel
            title="This part is not available"
            onRetry={retry}
            retrying={retrying}
            phone={{ number: shop.phone, label: `Call ${shop.phoneShown}` }}
            whatsapp={shop.whatsApp}
            code={`${route.remote} ${attempts}`}
          >
            You can read this page, but its buttons do not answer yet. The rest of the site works, and your cart is
            safe.
          </ErrorPanel>
        </Wrap>
      )}
      <div
        className={pageStyles.page}
        data-page={route.id}
        suppressHydrationWarning
        dangerouslySetInnerHTML={asRendered}
      />
    </>
  );
}
