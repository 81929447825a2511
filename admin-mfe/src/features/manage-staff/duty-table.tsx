import { Heading } from '@twostroke/shared/ui/heading';
import { dutyNames, dutyWords, type Duty } from '../../model/duty.ts';
import styles from './duty-table.module.css';

/** What each duty may do, in words. */
export function DutyTable() {
  return (
    <section aria-labelledby="duties" className={styles.section}>
      <Heading level={2} size="m" id="duties">
        What they may do
      </Heading>
      <dl className={styles.duties}>
        {(Object.keys(dutyNames) as Duty[]).map((duty) => (
          <div key={duty} className={styles.one}>
            <dt>{dutyNames[duty]}</dt>
            <dd>{dutyWords[duty]}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        The only owner can’t be removed. Giving a duty asks for your password or a code again, and stands under “Who did
        what”.
      </p>
    </section>
  );
}
