import { ErrorPanel } from '@twostroke/shared/ui/error-panel';
import { Container } from '@twostroke/shared/ui/container';
import styles from './failure.module.css';

/** Shown instead of the whole site when its document does not name the backend. @param reason what is missing */
export function BackendMissing({ reason }: { reason: string }) {
  return (
    <main id="main">
      <Container className={styles.space}>
        <ErrorPanel part level={1} title="The site is not set up completely">
          {reason} Start the site with both SUPABASE_URL and SUPABASE_ANON_KEY, or with neither for the embedded
          backend.
        </ErrorPanel>
      </Container>
    </main>
  );
}
