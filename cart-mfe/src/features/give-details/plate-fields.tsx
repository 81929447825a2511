import type { BookingDetails } from '@twostroke/shared/domain/booking-form';
import { hasUnusualSeries, seriesWarning } from '@twostroke/shared/domain/vehicle-number';
import { Checkbox } from '@twostroke/shared/ui/checkbox';
import { Field } from '@twostroke/shared/ui/field';
import { PlateField } from '@twostroke/shared/ui/plate-field';
import { Stack } from '@twostroke/shared/ui/stack';

export interface PlateFieldsProps {
  details: BookingDetails;
  onChange: (change: Partial<BookingDetails>) => void;
  fault: string | undefined;
}

/** The number on the bike, or that there is none yet. */
export function PlateFields({ details, onChange, fault }: PlateFieldsProps) {
  const { vehicleNumber, plateNotIssued } = details;
  return (
    <Stack gap="s">
      <Field
        label="Number plate"
        hint="So the mechanic finds the right bike"
        note={hasUnusualSeries(vehicleNumber) ? seriesWarning : undefined}
        id="vehicle_number"
        error={fault}
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
    </Stack>
  );
}
