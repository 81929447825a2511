import type { BookingFormDetails } from '@twostroke/shared/domain/booking-form';
import { Disclosure } from '@twostroke/shared/ui/disclosure';
import { Field } from '@twostroke/shared/ui/field';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { useState } from 'react';

export interface MoreDetailsProps {
  details: BookingFormDetails;
  onChange: (change: Partial<BookingFormDetails>) => void;
  errorOf: (field: string) => string | undefined;
}

/** What helps but is not needed. Open when something is filled in, or has to be corrected. */
export function MoreDetails({ details, onChange, errorOf }: MoreDetailsProps) {
  const modelYear = details.modelYear ?? '';
  const [open, setOpen] = useState(() => Boolean(details.email || details.odometer || modelYear));
  const hasError = ['email', 'odometer_km', 'model_year'].some(errorOf);
  return (
    <Disclosure summary="More: email, odometer, model year" open={open || hasError} onToggle={setOpen}>
      <Stack gap="l">
        <Field label="Email" optional id="email" error={errorOf('email')}>
          <TextInput
            type="email"
            inputMode="email"
            value={details.email}
            onChange={(event) => onChange({ email: event.target.value })}
            autoComplete="email"
            maxLength={254}
          />
        </Field>
        <Field label="Odometer (km)" optional id="odometer_km" error={errorOf('odometer_km')}>
          <TextInput
            inputMode="numeric"
            value={details.odometer}
            onChange={(event) => onChange({ odometer: event.target.value })}
            autoComplete="off"
            maxLength={10}
          />
        </Field>
        <Field label="Model year" optional id="model_year" error={errorOf('model_year')}>
          <TextInput
            inputMode="numeric"
            value={modelYear}
            onChange={(event) => onChange({ modelYear: event.target.value })}
            autoComplete="off"
            maxLength={10}
          />
        </Field>
      </Stack>
    </Disclosure>
  );
}
