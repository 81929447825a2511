import { formatInstant } from '@twostroke/shared/domain/calendar';
import { Disclosure } from '@twostroke/shared/ui/disclosure';
import { changeWords, lineWords } from './audit-words.ts';
import styles from './audit-trail.module.css';
import type { AuditLine } from './trail.ts';

/** Who did what and when, with what stood there before. */
export function AuditTrail({ lines }: { lines: readonly AuditLine[] }) {
  return (
    <ol className={styles.list}>
      {lines.map((line) => {
        const changes = changeWords(line);
        return (
          <li key={line.id} className={styles.line}>
            <time className={styles.time} dateTime={line.at}>
              {formatInstant(line.at)}
            </time>
            <div className={styles.what}>
              <p>{lineWords(line)}</p>
              {changes.length > 0 && changes.length <= 3 && <p className={styles.change}>{changes.join('; ')}</p>}
              {changes.length > 3 && (
                <Disclosure summary={`${changes.length} values`}>
                  <p className={styles.change}>{changes.join('; ')}</p>
                </Disclosure>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
