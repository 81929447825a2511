import { shop } from '@twostroke/shared/domain/shop';
import { ErrorPanel } from '@twostroke/shared/ui/error-panel';
import { Wrap } from '@twostroke/shared/ui/wrap';
import styles from '../remotes/failure.module.css';

/** Instead of the whole site, when its document does not say where the backend is. @param reason what is missing */
export function BackendMissing({ reason }: { reason: string }) {
  return (
    <main id="main">
      <Wrap className={styles.space}>
        <ErrorPanel
          part
          level={1}
          title="The site is not set up completely"
          phone={{ number: shop.phone, label: `Call ${shop.phoneShown}` }}
          whatsapp={shop.whatsApp}
        >
          {reason} Start the site with both SUPABASE_URL and SUPABASE_ANON_KEY, or with neither for the embedded
          backend.
        </ErrorPanel>
      </Wrap>
    </main>
  );
}
