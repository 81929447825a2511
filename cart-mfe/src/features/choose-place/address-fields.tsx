import type { BookingAddress } from '@twostroke/shared/domain/booking-form';
import { Field } from '@twostroke/shared/ui/field';
import { Select } from '@twostroke/shared/ui/select';
import { TextInput } from '@twostroke/shared/ui/text-input';
import type { BookingFacts } from '../../model/booking-facts.ts';
import styles from './choose-place.module.css';

export interface AddressFieldsProps {
  address: BookingAddress;
  facts: BookingFacts;
  /** Id of the form that the fields belong to. */
  form: string;
  onChange: (address: BookingAddress) => void;
  errorOf: (field: string) => string | undefined;
}

/** Where the mechanic finds the bike. */
export function AddressFields({ address, facts, form, onChange, errorOf }: AddressFieldsProps) {
  const set = (change: Partial<BookingAddress>): void => onChange({ ...address, ...change });
  const chooseArea = (area: string): void => {
    const before = facts.areas.find(({ slug }) => slug === address.area)?.pin ?? '';
    const pin = facts.areas.find(({ slug }) => slug === area)?.pin ?? '';
    // The usual PIN of the area, unless another one was typed.
    set({ area, pin: address.pin === '' || address.pin === before ? pin : address.pin });
  };
  return (
    <fieldset className={styles.address}>
      <legend className={styles.legend}>Address</legend>
      <Field label="House/flat and street" id="address" error={errorOf('address')}>
        <TextInput
          form={form}
          value={address.line}
          onChange={(event) => set({ line: event.target.value })}
          autoComplete="address-line1"
          maxLength={120}
          enterKeyHint="next"
        />
      </Field>
      <Field label="Landmark" optional id="landmark" error={errorOf('landmark')}>
        <TextInput
          form={form}
          value={address.landmark}
          onChange={(event) => set({ landmark: event.target.value })}
          maxLength={80}
        />
      </Field>
      <div className={styles.pair}>
        <Field label="Area" id="area" error={errorOf('area')}>
          <Select form={form} value={address.area} onChange={(event) => chooseArea(event.target.value)}>
            <option value="">Choose your area</option>
            {facts.areas.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="PIN" id="pin" error={errorOf('pin')}>
          <TextInput
            form={form}
            value={address.pin}
            onChange={(event) => set({ pin: event.target.value })}
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={7}
          />
        </Field>
      </div>
    </fieldset>
  );
}
