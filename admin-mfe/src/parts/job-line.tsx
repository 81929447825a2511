import { statusWord } from '@twostroke/shared/domain/booking-status';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Icon } from '@twostroke/shared/ui/icon';
import { check, cross } from '@twostroke/shared/ui/icons';
import { bikeOf, type BoardJob } from '../model/board-job.ts';
import { useBoardDesk } from './board-desk.ts';
import styles from './job-line.module.css';

/** A job that is over, in one line: the end of its plate, the work, the bill. */
export function JobLine({ job }: { job: BoardJob }) {
  const { hrefOf } = useBoardDesk();
  const isBilled = job.status === 'completed';
  return (
    <Anchor to={hrefOf(job.id)} className={isBilled ? styles.line : `${styles.line} ${styles.off}`}>
      <Icon path={isBilled ? check : cross} small />
      <span>
        <b>{bikeOf(job).slice(-4)}</b> {job.service}, {job.model}
      </span>
      <span className={styles.end}>{isBilled ? formatRupees(job.amount) : statusWord(job.status)}</span>
    </Anchor>
  );
}
