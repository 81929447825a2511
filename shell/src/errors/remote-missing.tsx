import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import { useNavigation, useRevalidator } from '@twostroke/shared/router';
import { ErrorPanel } from '@twostroke/shared/ui/error-panel';
import { Head } from '@twostroke/shared/ui/head';
import { Container } from '@twostroke/shared/ui/container';
import { useState } from 'react';
import { reloadPastCache } from '../remotes/load-remote.ts';
import { isSwitchedOff, useRegistry } from '../remotes/registry-context.tsx';
import styles from './failure.module.css';
import { RestOfSiteWorks } from './rest-of-site-works.tsx';

export interface RemoteMissingProps {
  route: RegistryRoute;
  /** How often loading failed so far: from the second failure on, a retry reloads the page. */
  attempts: number;
  /** Renders the page again, when it threw rather than failed to load. */
  onRetry?: () => void;
}

/** Shown instead of a remote's page that failed: what is safe, and three ways to continue. */
export function RemoteMissing({ route, attempts, onRetry }: RemoteMissingProps) {
  const { remote, frame } = route;
  const { revalidate, state } = useRevalidator();
  const navigating = useNavigation().state !== 'idle';
  const registry = useRegistry();
  const [reloading, setReloading] = useState(false);
  const isOff = isSwitchedOff(registry, remote);
  const title = isOff ? 'This part is closed for the moment' : 'This part is not available';
  const retry = (): void => {
    // Only a new document can say that the remote is back.
    if (isOff || attempts >= 2) {
      setReloading(true);
      void reloadPastCache(remote, registry);
      return;
    }
    onRetry?.();
    void revalidate();
  };
  return (
    <Container className={styles.space}>
      <Head title={`${title} | Twostroke`} noIndex />
      <ErrorPanel
        part
        level={1}
        title={title}
        onRetry={retry}
        retrying={reloading || state === 'loading' || navigating}
        forStaff={frame === 'tool'}
        code={isOff ? `${remote} off` : `${remote} ${attempts}`}
      >
        {isOff && 'We have switched it off to mend it, and open it again soon. '}
        <RestOfSiteWorks frame={frame} />
      </ErrorPanel>
    </Container>
  );
}
