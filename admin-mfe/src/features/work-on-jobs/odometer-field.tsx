import { Field } from '@twostroke/shared/ui/field';
import { Icon } from '@twostroke/shared/ui/icon';
import { minus, plus } from '@twostroke/shared/ui/icons';
import { TextInput } from '@twostroke/shared/ui/text-input';
import styles from './floor.module.css';

export interface OdometerFieldProps {
  id: string;
  label: string;
  /** The typed figures; empty for none. */
  value: string;
  onChange: (value: string) => void;
  /** Kilometres per press of a step button. */
  step: number;
  /** Where the steps begin while nothing is typed. */
  start: number;
  error?: string | undefined;
}

/** An odometer: typed, or stepped with a thumb. */
export function OdometerField({ id, label, value, onChange, step, start, error }: OdometerFieldProps) {
  const change = (by: number): void => onChange(String(Math.max(0, Number(value || start) + by)));
  return (
    <>
      <Field id={id} label={label} error={error}>
        <TextInput
          className={styles.figure}
          inputMode="numeric"
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, '').slice(0, 6))}
        />
      </Field>
      <div className={styles.stepper}>
        <button type="button" className={styles.step} aria-label={`${step} km less`} onClick={() => change(-step)}>
          <Icon path={minus} />
        </button>
        <span />
        <button type="button" className={styles.step} aria-label={`${step} km more`} onClick={() => change(step)}>
          <Icon path={plus} />
        </button>
      </div>
    </>
  );
}
