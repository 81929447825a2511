import type { InspectionPoint } from '@twostroke/shared/contracts/answers/inspection';
import { atShop } from '@twostroke/shared/domain/calendar';
import { extraWorkLine, newsOfLine } from '@twostroke/shared/domain/extra-work';
import { measured, stateWords } from '@twostroke/shared/domain/inspection-words';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Badge } from '@twostroke/shared/ui/badge';
import { Button } from '@twostroke/shared/ui/button';
import { Lamp } from '@twostroke/shared/ui/lamp';
import { noLineWords, proposalOf, proposedLine, unpricedLine, type FoundJob } from '../../model/findings.ts';
import { StoredPhotos } from '../../parts/stored-photos.tsx';
import styles from './booking-findings.module.css';
import type { StaffChange } from './change.ts';

export interface FoundPointProps {
  point: InspectionPoint;
  job: FoundJob;
  /** The paths of its photos. */
  photos: readonly string[];
  isOpen: boolean;
  /** Opens the form of a line whose price is typed; missing while nothing may be proposed. */
  onPropose: ((change: StaffChange) => void) | undefined;
}

/** A point that is due: what was found, its photos, and the line that it has led to or would lead to. */
export function FoundPoint({ point, job, photos, isOpen, onPropose }: FoundPointProps) {
  const measure = measured(point);
  const line = proposedLine(job, point);
  const offer = proposalOf(job, point);
  const noLine = noLineWords(job, point);
  const unpriced = unpricedLine(point);
  return (
    <li className={styles.point}>
      <Lamp state={point.state} />
      <div>
        <b>{point.label}</b>
        <span className={styles.small}>
          {[stateWords[point.state], measure?.value, measure?.limit, point.note].filter(Boolean).join(', ')}
        </span>
        {photos.length > 0 && <StoredPhotos paths={photos} label={point.label} isOpen={isOpen} />}
      </div>
      {line ? (
        <span className={styles.small}>
          <Badge {...extraWorkLine(line).badge} /> {newsOfLine(line, atShop(new Date()).date)}
        </span>
      ) : noLine ? (
        <span className={styles.small}>{noLine}</span>
      ) : offer ? (
        <b>{formatRupees(offer.price)}</b>
      ) : (
        onPropose &&
        unpriced && (
          <Button
            variant="line"
            small
            aria-label={`Propose with a price: ${point.label}`}
            onClick={() => onPropose({ propose: unpriced })}
          >
            Propose with a price
          </Button>
        )
      )}
    </li>
  );
}
