import { toAppError } from '@twostroke/shared/client';
import type { Profile } from '@twostroke/shared/api/profiles';
import { parseName } from '@twostroke/shared/domain/person-name';
import { formatPhone, parsePhone } from '@twostroke/shared/domain/phone';
import { areas } from '@twostroke/shared/domain/areas';
import { notify } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { Field } from '@twostroke/shared/ui/field';
import { Select } from '@twostroke/shared/ui/select';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { textOf, useSubmit, type FieldErrors } from '@twostroke/shared/ui/use-submit';
import { explain, messages } from '../../messages.ts';
import { saveProfile } from './save-profile.ts';

export interface ProfileFormProps {
  userId: string;
  profile: Profile;
  onSaved: () => void;
}

/** Name, phone and address, which prefill the next booking. */
export function ProfileForm({ userId, profile, onSaved }: ProfileFormProps) {
  const { busy, errors, problem, onSubmit } = useSubmit({
    check: errorsOf,
    send: async (data) => {
      try {
        await saveProfile(userId, profileOf(data));
      } catch (thrown) {
        const { hint } = toAppError(thrown);
        return hint && data.has(hint) ? { [hint]: explain(thrown) } : explain(thrown);
      }
      void notify('Saved', { description: 'We fill this in when you book.' });
      onSaved();
      return null;
    },
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack>
        <Field id="full_name" label="Name" error={errors.full_name}>
          <TextInput name="full_name" autoComplete="name" defaultValue={profile.full_name ?? ''} />
        </Field>
        <Field id="phone" label="Mobile number" error={errors.phone} hint="We call it when something is unclear">
          <TextInput
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            defaultValue={profile.phone ? formatPhone(profile.phone) : ''}
          />
        </Field>
        <Field id="area_slug" label="Area" optional error={errors.area_slug}>
          <Select name="area_slug" defaultValue={profile.area_slug ?? ''}>
            <option value="">Choose your area</option>
            {areas.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field id="address_line" label="House or flat, and street" optional error={errors.address_line}>
          <TextInput name="address_line" autoComplete="address-line1" defaultValue={profile.address_line ?? ''} />
        </Field>
        <Field id="landmark" label="Landmark" optional error={errors.landmark}>
          <TextInput name="landmark" maxLength={80} autoComplete="off" defaultValue={profile.landmark ?? ''} />
        </Field>
        <FormProblem sentence={problem} />
        <Button type="submit" busy={busy} busyLabel="Saving">
          Save
        </Button>
      </Stack>
    </form>
  );
}

/** Validates only filled fields: a profile may stay empty. */
function errorsOf(data: FormData): FieldErrors {
  const name = textOf(data, 'full_name').trim();
  const phone = textOf(data, 'phone').trim();
  const line = textOf(data, 'address_line').trim();
  return {
    full_name: name && !parseName(name) ? messages.full_name : undefined,
    phone: phone && !parsePhone(phone) ? messages.phone : undefined,
    address_line: line && (line.length < 5 || line.length > 120) ? messages.address_line : undefined,
  };
}

function profileOf(data: FormData): Profile {
  return {
    full_name: parseName(textOf(data, 'full_name')),
    phone: parsePhone(textOf(data, 'phone')),
    area_slug: textOf(data, 'area_slug') || null,
    address_line: textOf(data, 'address_line').trim() || null,
    landmark: textOf(data, 'landmark').trim() || null,
  };
}
