import { Icon } from '@twostroke/shared/ui/icon';
import { minus, plus } from '@twostroke/shared/ui/icons';
import styles from './quantity.module.css';

export interface QuantityProps {
  /** What is counted: "Plugs". */
  label: string;
  value: number;
  onChange: (value: number) => void;
  /** 0 lets "one less" remove the line. */
  min?: number;
  max: number;
}

/** A number with buttons for one less and one more. */
export function Quantity({ label, value, onChange, min = 1, max }: QuantityProps) {
  return (
    <span className={styles.quantity} role="group" aria-label={label}>
      <button
        type="button"
        className={styles.button}
        aria-label="One less"
        disabled={value <= min}
        onClick={() => onChange(value - 1)}
      >
        <Icon path={minus} />
      </button>
      <output className={styles.figure} aria-label={label}>
        {value}
      </output>
      <button
        type="button"
        className={styles.button}
        aria-label="One more"
        disabled={value >= max}
        onClick={() => onChange(value + 1)}
      >
        <Icon path={plus} />
      </button>
    </span>
  );
}
