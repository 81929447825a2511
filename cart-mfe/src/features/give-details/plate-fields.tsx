import type { BookingFormDetails } from '@twostroke/shared/domain/booking-form';
import { hasUnusualSeries, seriesWarning } from '@twostroke/shared/domain/vehicle-number';
import { Checkbox } from '@twostroke/shared/ui/checkbox';
import { Field } from '@twostroke/shared/ui/field';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { PlateField } from './plate-field.tsx';

export interface PlateFieldsProps {
  details: BookingFormDetails;
  onChange: (change: Partial<BookingFormDetails>) => void;
  error: string | undefined;
  chassisError: string | undefined;
}

/** The number on the plate, or a statement that none is issued yet. */
export function PlateFields({ details, onChange, error, chassisError }: PlateFieldsProps) {
  const { vehicleNumber, plateNotIssued } = details;
  return (
    <Stack gap="s">
      <Field
        label="Number plate"
        hint="So the mechanic finds the right bike"
        note={hasUnusualSeries(vehicleNumber) ? seriesWarning : undefined}
        id="vehicle_number"
        error={error}
      >
        <PlateField
          value={vehicleNumber}
          disabled={plateNotIssued}
          onChange={(event) => onChange({ vehicleNumber: event.target.value })}
        />
      </Field>
      <Checkbox
        label="Plate not issued yet"
        checked={plateNotIssued}
        onChange={(event) =>
          onChange({ plateNotIssued: event.target.checked, ...(event.target.checked ? { vehicleNumber: '' } : {}) })
        }
      />
      {plateNotIssued && (
        <Field
          label="Last 5 of the chassis number"
          optional
          hint="On the delivery papers. By it the mechanic knows your bike"
          id="chassis_last5"
          error={chassisError}
        >
          <TextInput
            value={details.chassisLast5 ?? ''}
            onChange={(event) => onChange({ chassisLast5: event.target.value })}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={10}
          />
        </Field>
      )}
    </Stack>
  );
}
