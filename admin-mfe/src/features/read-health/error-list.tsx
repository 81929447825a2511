import { formatInstant } from '@twostroke/shared/domain/calendar';
import { Heading } from '@twostroke/shared/ui/heading';
import type { SeenError } from './health.ts';
import styles from './error-list.module.css';

/** Visitors' errors, the latest first; the same error of the same version is listed once. */
export function ErrorList({ errors }: { errors: readonly SeenError[] }) {
  return (
    <section className={styles.section} aria-labelledby="errors">
      <Heading level={2} size="m" id="errors">
        Newest errors
      </Heading>
      {errors.length === 0 ? (
        <p>No error was reported in this time.</p>
      ) : (
        <ol className={styles.list}>
          {errors.map((error) => (
            <li key={`${error.app} ${error.version} ${error.name} ${error.message}`} className={styles.error}>
              <p className={styles.message}>
                <b>{error.name}</b>
                {error.message && `: ${error.message}`}
              </p>
              <p className={styles.where}>
                <span>
                  {error.app}@{error.version}
                </span>
                {error.route && <span>at {error.route}</span>}
                <span>{error.count === 1 ? 'once' : `${error.count} times`}</span>
                <span>last {formatInstant(error.last_seen)}</span>
                {error.request_id && <span>request {error.request_id}</span>}
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
