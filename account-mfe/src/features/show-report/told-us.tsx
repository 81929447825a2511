import type { Concern } from '@twostroke/shared/contracts/answers/booking';
import type { JobPhoto } from '@twostroke/shared/contracts/answers/inspection';
import { concernWords } from '@twostroke/shared/domain/concern-words';
import { ReportPhotos } from '../../parts/report-photos.tsx';
import styles from './inspection-report.module.css';

export interface ToldUsProps {
  concerns: readonly Concern[];
  photos?: readonly JobPhoto[];
  /** The token of a guest's link; a member needs none. */
  token?: string | undefined;
}

/** What the customer wrote, and what became of it. */
export function ToldUs({ concerns, photos = [], token }: ToldUsProps) {
  return concerns.map(({ line, label, answer, answer_note }) => (
    <div key={line}>
      <p className={styles.told}>
        <span className={styles.small}>You told us: {label}</span>
        <b>{answer ? concernWords({ answer, answer_note }) : 'We look for it and tell you here.'}</b>
      </p>
      <ReportPhotos photos={photos} subject={`concern-${line}`} label={label} token={token} />
    </div>
  ));
}
