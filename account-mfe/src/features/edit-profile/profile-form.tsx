import { explainError, toAppError } from '@twostroke/shared/data';
import { nameMessage, parseName } from '@twostroke/shared/domain/person-name';
import { formatPhone, parsePhone, phoneMessage } from '@twostroke/shared/domain/phone';
import { areas } from '@twostroke/shared/domain/places';
import { Button } from '@twostroke/shared/ui/button';
import { Field } from '@twostroke/shared/ui/field';
import { Note } from '@twostroke/shared/ui/note';
import { Select } from '@twostroke/shared/ui/select';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { useState } from 'react';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { textOf, useSubmit, type Faults } from '@twostroke/shared/ui/use-submit';
import { saveProfile, type Profile } from './profile.ts';

export interface ProfileFormProps {
  userId: string;
  profile: Profile;
  onSaved: () => void;
}

/** Name, phone and the address to come to: filled in when something is booked. */
export function ProfileForm({ userId, profile, onSaved }: ProfileFormProps) {
  const [saved, setSaved] = useState(false);
  const [refused, setRefused] = useState<Faults>({});
  const { busy, faults, problem, onSubmit } = useSubmit({
    check: (data) => {
      setSaved(false);
      setRefused({});
      return faultsOf(data);
    },
    send: async (data) => {
      try {
        await saveProfile(userId, profileOf(data));
      } catch (thrown) {
        const { hint, message } = toAppError(thrown);
        if (!hint || !data.has(hint)) return explainError(thrown);
        setRefused({ [hint]: message });
        return null;
      }
      setSaved(true);
      onSaved();
      return null;
    },
  });
  const wrong = (id: keyof Profile): string | undefined => faults[id] ?? refused[id];
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack>
        <FormProblem sentence={problem} />
        <Field id="full_name" label="Name" error={wrong('full_name')}>
          <TextInput name="full_name" autoComplete="name" defaultValue={profile.full_name ?? ''} />
        </Field>
        <Field id="phone" label="Mobile number" error={wrong('phone')} hint="We call it when something is unclear">
          <TextInput
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            defaultValue={profile.phone ? formatPhone(profile.phone) : ''}
          />
        </Field>
        <Field id="area_slug" label="Area" optional error={wrong('area_slug')}>
          <Select name="area_slug" defaultValue={profile.area_slug ?? ''}>
            <option value="">Choose your area</option>
            {areas.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field id="address_line" label="House or flat, and street" optional error={wrong('address_line')}>
          <TextInput name="address_line" autoComplete="street-address" defaultValue={profile.address_line ?? ''} />
        </Field>
        <Field id="landmark" label="Landmark" optional error={wrong('landmark')}>
          <TextInput name="landmark" maxLength={80} autoComplete="off" defaultValue={profile.landmark ?? ''} />
        </Field>
        <Button type="submit" busy={busy} busyLabel="Saving">
          Save
        </Button>
        {saved && (
          <Note tone="ok" role="status">
            <p>Saved. We fill this in when you book.</p>
          </Note>
        )}
      </Stack>
    </form>
  );
}

/** Only what is given is checked: a profile may stay empty. */
function faultsOf(data: FormData): Faults {
  const name = textOf(data, 'full_name').trim();
  const phone = textOf(data, 'phone').trim();
  const line = textOf(data, 'address_line').trim();
  return {
    full_name: name && !parseName(name) ? nameMessage : undefined,
    phone: phone && !parsePhone(phone) ? phoneMessage : undefined,
    address_line: line && (line.length < 5 || line.length > 120) ? 'Enter house/flat and street' : undefined,
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
