import { formatKm } from '@twostroke/shared/domain/figures';
import { formatDate } from '@twostroke/shared/domain/calendar';
import { Sticker } from './sticker.tsx';
import styles from './due-sticker.module.css';
import { addMonths } from './next-due.ts';

export interface DueStickerProps {
  /** YYYY-MM-DD at the shop. */
  today: string;
  intervalKm: number;
  intervalMonths: number;
}

/** The sticker on the bike after the service: when it is due again. */
export function DueSticker({ today, intervalKm, intervalMonths }: DueStickerProps) {
  return (
    <div className={styles.sticker}>
      <p className={styles.words}>What goes on the bike afterwards, if it is done today</p>
      <Sticker
        title="Next service due"
        rows={[
          { label: 'In', value: formatKm(intervalKm) },
          { label: 'Or by', value: formatDate(addMonths(today, intervalMonths)) },
        ]}
      />
    </div>
  );
}
