import { validateDetails, type BookingFormDetails, type ValidationError } from '@twostroke/shared/domain/booking-form';
import { haptic } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { ErrorSummary } from '@twostroke/shared/ui/error-summary';
import { Field } from '@twostroke/shared/ui/field';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { useState, type FormEvent } from 'react';
import { BackLink } from '../../parts/back-link.tsx';
import columns from '../../parts/columns.module.css';
import { ApprovalChoices } from './approval-choices.tsx';
import { NotesField } from './notes-field.tsx';
import { PlateFields } from './plate-fields.tsx';

export interface GiveDetailsProps {
  details: BookingFormDetails;
  approvalLimits: readonly number[];
  onChange: (change: Partial<BookingFormDetails>) => void;
  onDone: () => void;
  /** The server's rejection, if it is about these fields. */
  rejected: ValidationError | null;
}

/** Step 4: contact details and the bike. */
export function GiveDetails({ details, approvalLimits, onChange, onDone, rejected }: GiveDetailsProps) {
  const [attempt, setAttempt] = useState(0);
  const found = validateDetails(details);
  const errors = attempt > 0 ? found : rejected ? [rejected] : [];
  const errorOf = (field: string): string | undefined => errors.find((each) => each.field === field)?.message;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setAttempt(attempt + 1);
    if (found.length === 0) onDone();
    else haptic('refused');
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="l">
        <ErrorSummary errors={errors.map(({ field, message }) => ({ fieldId: field, message }))} attempt={attempt} />
        <div className={columns.even}>
          <Stack gap="l">
            <Field label="Name" id="name" error={errorOf('name')}>
              <TextInput
                value={details.name}
                onChange={(event) => onChange({ name: event.target.value })}
                autoComplete="name"
                maxLength={80}
                enterKeyHint="next"
              />
            </Field>
            <Field label="Mobile" hint="The mechanic calls this number" id="phone" error={errorOf('phone')}>
              <TextInput
                type="tel"
                inputMode="tel"
                value={details.phone}
                onChange={(event) => onChange({ phone: event.target.value })}
                autoComplete="tel"
                maxLength={20}
              />
            </Field>
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
            <PlateFields
              details={details}
              onChange={onChange}
              error={errorOf('vehicle_number')}
              chassisError={errorOf('chassis_last5')}
            />
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
                value={details.modelYear ?? ''}
                onChange={(event) => onChange({ modelYear: event.target.value })}
                autoComplete="off"
                maxLength={10}
              />
            </Field>
          </Stack>
          <Stack gap="l">
            <ApprovalChoices
              limits={approvalLimits}
              limit={details.approvalLimit}
              onChange={(approvalLimit) => onChange({ approvalLimit })}
              error={errorOf('approval_limit')}
            />
            <NotesField value={details.notes} onChange={(notes) => onChange({ notes })} error={errorOf('notes')} />
            <Stack start>
              <Button type="submit" wide>
                Review and book
              </Button>
              <BackLink to="time">Back to day and time</BackLink>
            </Stack>
          </Stack>
        </div>
      </Stack>
    </form>
  );
}
