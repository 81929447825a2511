import { shop } from '@twostroke/shared/domain/shop';
import { useNavigation, useRevalidator } from '@twostroke/shared/router';
import { ErrorPanel } from '@twostroke/shared/ui/error-panel';
import { Head } from '@twostroke/shared/ui/head';
import { Wrap } from '@twostroke/shared/ui/wrap';
import { useState } from 'react';
import { reloadPastCache } from './load-part.ts';
import { useRegistry } from './registry-context.tsx';
import styles from './failure.module.css';
import { RestWorks } from './rest-works.tsx';

export interface RemoteMissingProps {
  remote: string;
  /** How often loading failed so far: from the second time on, trying again starts the page anew. */
  attempts: number;
  /** Renders the part anew, when it threw rather than failed to load. */
  onRetry?: () => void;
}

/** In the place of a remote's page that could not be shown: what is safe, and three ways on. */
export function RemoteMissing({ remote, attempts, onRetry }: RemoteMissingProps) {
  const { revalidate, state } = useRevalidator();
  const navigating = useNavigation().state !== 'idle';
  const registry = useRegistry();
  const [reloading, setReloading] = useState(false);
  const isOff = registry.remotes.some(({ name, disabled }) => name === remote && disabled);
  const title = isOff ? 'This part is closed for the moment' : 'This part is not available';
  const retry = (): void => {
    // Only a new document can tell that the part is open again.
    if (isOff || attempts >= 2) {
      setReloading(true);
      void reloadPastCache(remote, registry);
      return;
    }
    onRetry?.();
    void revalidate();
  };
  return (
    <Wrap className={styles.space}>
      <Head title={`${title} | Twostroke`} noIndex />
      <ErrorPanel
        part
        level={1}
        title={title}
        onRetry={retry}
        retrying={reloading || state === 'loading' || navigating}
        phone={{ number: shop.phone, label: `Call ${shop.phoneShown}` }}
        whatsapp={shop.whatsApp}
        code={isOff ? `${remote} off` : `${remote} ${attempts}`}
      >
        {isOff && 'We have switched it off to mend it, and open it again soon. Call us and we book you in. '}
        <RestWorks />
      </ErrorPanel>
    </Wrap>
  );
}
