import { detailsFaults, type BookingDetails, type FormFault } from '@twostroke/shared/domain/booking-form';
import { haptic } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { ErrorSummary } from '@twostroke/shared/ui/error-summary';
import { Field } from '@twostroke/shared/ui/field';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { useState, type FormEvent } from 'react';
import { BackLink } from '../../booking/back-link.tsx';
import columns from '../../booking/columns.module.css';
import { ApprovalChoices } from './approval-choices.tsx';
import { NotesField } from './notes-field.tsx';
import { PlateFields } from './plate-fields.tsx';

export interface GiveDetailsProps {
  details: BookingDetails;
  onChange: (change: Partial<BookingDetails>) => void;
  onDone: () => void;
  /** What the server refused before, if it was about these fields. */
  refused: FormFault | null;
}

/** Step 4: who to ask for, and which bike it is. */
export function GiveDetails({ details, onChange, onDone, refused }: GiveDetailsProps) {
  const [attempt, setAttempt] = useState(0);
  const found = detailsFaults(details);
  const faults = attempt > 0 ? found : refused ? [refused] : [];
  const faultOf = (field: string): string | undefined => faults.find((fault) => fault.field === field)?.message;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setAttempt(attempt + 1);
    if (found.length === 0) onDone();
    else haptic('refused');
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="l">
        <ErrorSummary faults={faults.map(({ field, message }) => ({ fieldId: field, message }))} attempt={attempt} />
        <div className={columns.even}>
          <Stack gap="l">
            <Field label="Name" id="name" error={faultOf('name')}>
              <TextInput
                value={details.name}
                onChange={(event) => onChange({ name: event.target.value })}
                autoComplete="name"
                maxLength={80}
                enterKeyHint="next"
              />
            </Field>
            <Field label="Mobile" hint="The mechanic calls this number" id="phone" error={faultOf('phone')}>
              <TextInput
                type="tel"
                inputMode="tel"
                value={details.phone}
                onChange={(event) => onChange({ phone: event.target.value })}
                autoComplete="tel"
                maxLength={20}
              />
            </Field>
            <Field label="Email" optional id="email" error={faultOf('email')}>
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
              fault={faultOf('vehicle_number')}
              chassisFault={faultOf('chassis_last5')}
            />
            <Field label="Kilometres on the clock" optional id="odometer_km" error={faultOf('odometer_km')}>
              <TextInput
                inputMode="numeric"
                value={details.odometer}
                onChange={(event) => onChange({ odometer: event.target.value })}
                autoComplete="off"
                maxLength={10}
              />
            </Field>
            <Field label="Model year" optional id="model_year" error={faultOf('model_year')}>
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
              limit={details.approvalLimit}
              onChange={(approvalLimit) => onChange({ approvalLimit })}
              fault={faultOf('approval_limit')}
            />
            <NotesField value={details.notes} onChange={(notes) => onChange({ notes })} fault={faultOf('notes')} />
            <Stack start>
              <Button type="submit" wide>
                Continue to the last look
              </Button>
              <BackLink to="time">Back to day and time</BackLink>
            </Stack>
          </Stack>
        </div>
      </Stack>
    </form>
  );
}
