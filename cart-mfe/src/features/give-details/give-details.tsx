import type { BookingFormDetails } from '@twostroke/shared/domain/booking-form';
import { Field } from '@twostroke/shared/ui/field';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { ApprovalChoices } from './approval-choices.tsx';
import { MoreDetails } from './more-details.tsx';
import { NotesField } from './notes-field.tsx';
import { PlateFields } from './plate-fields.tsx';

export interface GiveDetailsProps {
  details: BookingFormDetails;
  approvalLimits: readonly number[];
  onChange: (change: Partial<BookingFormDetails>) => void;
  errorOf: (field: string) => string | undefined;
}

/** Contact details and the bike: what is needed first, the rest on request. */
export function GiveDetails({ details, approvalLimits, onChange, errorOf }: GiveDetailsProps) {
  return (
    <Stack gap="l">
      <Field label="Mobile" hint="The mechanic calls this number" id="phone" error={errorOf('phone')}>
        <TextInput
          type="tel"
          inputMode="tel"
          value={details.phone}
          onChange={(event) => onChange({ phone: event.target.value })}
          autoComplete="tel"
          maxLength={20}
          enterKeyHint="next"
        />
      </Field>
      <Field label="Name" id="name" error={errorOf('name')}>
        <TextInput
          value={details.name}
          onChange={(event) => onChange({ name: event.target.value })}
          autoComplete="name"
          maxLength={80}
          enterKeyHint="next"
        />
      </Field>
      <PlateFields
        details={details}
        onChange={onChange}
        error={errorOf('vehicle_number')}
        chassisError={errorOf('chassis_last5')}
      />
      <NotesField value={details.notes} onChange={(notes) => onChange({ notes })} error={errorOf('notes')} />
      <ApprovalChoices
        limits={approvalLimits}
        limit={details.approvalLimit}
        onChange={(approvalLimit) => onChange({ approvalLimit })}
        error={errorOf('approval_limit')}
      />
      <MoreDetails details={details} onChange={onChange} errorOf={errorOf} />
    </Stack>
  );
}
