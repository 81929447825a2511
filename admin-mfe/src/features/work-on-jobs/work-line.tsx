import { extraWorkLine, newsOfLine, type ExtraWork } from '@twostroke/shared/domain/extra-work';
import { atShop } from '@twostroke/shared/domain/calendar';
import { formatDuration } from '@twostroke/shared/domain/duration';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Badge } from '@twostroke/shared/ui/badge';
import { isWithinLimit, type Proposal, type UnpricedLine as Unpriced } from '../../model/findings.ts';
import floor from './floor.module.css';
import type { WorkshopJob } from './job.ts';
import styles from './work-line.module.css';

export interface WorkLineProps {
  job: WorkshopJob;
  /** A line that was proposed, or one that a finding would propose. */
  line: ExtraWork | Proposal;
}

/** Extra work with its price, and what has become of it. */
export function WorkLine({ job, line }: WorkLineProps) {
  const { name, price, minutes } = line;
  const news = 'status' in line && newsOfLine(line, atShop(new Date()).date);
  return (
    <div className={styles.line}>
      <b>{name}</b>
      <div className={styles.lineFoot}>
        <span>
          <span className={styles.price}>{formatRupees(price)}</span>
          {minutes > 0 && ` ${formatDuration(minutes)}`}
        </span>
        {'status' in line ? (
          <Badge {...extraWorkLine(line).badge} />
        ) : isWithinLimit(job, line) ? (
          <Badge tone="work">Within the limit</Badge>
        ) : (
          <Badge tone="warn">To send</Badge>
        )}
      </div>
      {news && <span className={floor.small}>{news}</span>}
    </div>
  );
}

/** A finding that the price list has nothing for: it stands on the sheet of the booking, where the desk prices and proposes it. */
export function UnpricedLine({ line: { name, reason } }: { line: Unpriced }) {
  return (
    <div className={styles.line}>
      <b>{name}</b>
      <div className={styles.lineFoot}>
        <span className={floor.small}>{reason}</span>
        <Badge tone="warn">The desk prices it</Badge>
      </div>
    </div>
  );
}
