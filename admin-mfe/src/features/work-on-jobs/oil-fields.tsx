import { Field } from '@twostroke/shared/ui/field';
import { TextInput } from '@twostroke/shared/ui/text-input';
import type { TypedPart } from '../../model/used-parts.ts';

export type TypedOil = Pick<TypedPart, 'make' | 'grade' | 'quantity'>;

export interface OilFieldsProps {
  typed: TypedOil;
  errors: Partial<Record<keyof TypedOil, string>>;
  onType: (typed: TypedOil) => void;
}

/** The engine oil that the bill names. The grade and the litres of the model are filled in. */
export function OilFields({ typed, errors, onType }: OilFieldsProps) {
  return (
    <>
      <Field id="oil-make" error={errors.make} label="Brand of the oil" hint="The bill names brand, grade and litres.">
        <TextInput
          autoComplete="off"
          maxLength={40}
          value={typed.make}
          onChange={({ target }) => onType({ ...typed, make: target.value })}
        />
      </Field>
      <Field id="oil-grade" error={errors.grade} label="Grade">
        <TextInput
          autoComplete="off"
          maxLength={20}
          value={typed.grade}
          onChange={({ target }) => onType({ ...typed, grade: target.value })}
        />
      </Field>
      <Field id="oil-quantity" error={errors.quantity} label="Litres">
        <TextInput
          autoComplete="off"
          inputMode="decimal"
          maxLength={7}
          value={typed.quantity}
          onChange={({ target }) => onType({ ...typed, quantity: target.value.replace(',', '.') })}
        />
      </Field>
    </>
  );
}
