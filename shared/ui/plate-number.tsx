import { Plate, type PlateSize } from './plate.tsx';
import styles from './plate.module.css';

export interface PlateNumberProps {
  /** Registration number, stored form or spaced. */
  number: string;
  size?: PlateSize;
  className?: string;
}

/** The customer's bike by its number, on the white plate. Only for registration numbers. */
export function PlateNumber({ number, size, className }: PlateNumberProps) {
  return (
    <Plate size={size} className={className}>
      <span className={styles.number}>{spaced(number)}</span>
    </Plate>
  );
}

/** `MH12AB1234` to `MH 12 AB 1234`, `22BH0071AA` to `22 BH 0071 AA`; another form stays as it is. */
function spaced(number: string): string {
  const bare = number.toUpperCase().replace(/[\s-]/g, '');
  const parts =
    /^([A-Z]{2})(\d{1,2})([A-Z]{0,3})(\d{1,4})$/.exec(bare) ?? /^(\d{2})(BH)(\d{4})([A-Z]{1,2})$/.exec(bare);
  return parts ? parts.slice(1).filter(Boolean).join(' ') : number;
}
