import { parsePhone } from '@twostroke/shared/domain/phone';
import { notify } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { Dialog } from '@twostroke/shared/ui/dialog';
import { Field } from '@twostroke/shared/ui/field';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Select } from '@twostroke/shared/ui/select';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { textOf, useSubmit } from '@twostroke/shared/ui/use-submit';
import { useId, useRef, useState } from 'react';
import { explain } from '../../messages.ts';
import { dutyNames, dutyWords, type Duty } from '../../model/duty.ts';
import { inviteStaff } from './staff.ts';

export interface InviteFormProps {
  open: boolean;
  onClose: () => void;
  /** Reads the people again. */
  onInvited: () => Promise<void>;
}

/** Invites a person: their name, one way to reach them, and the duty they get. */
export function InviteForm({ open, onClose, onInvited }: InviteFormProps) {
  const formId = useId();
  const first = useRef<HTMLInputElement>(null);
  const [duty, setDuty] = useState<Duty>('mechanic');
  const { busy, errors, problem, onSubmit } = useSubmit({
    check: (data) => {
      const contact = textOf(data, 'contact').trim();
      const isMail = contact.includes('@');
      return {
        name: textOf(data, 'name').trim().length < 2 ? 'Enter the name that is read on the board' : undefined,
        contact: isMail || parsePhone(contact) ? undefined : 'Enter a mobile number of 10 digits, or an e-mail address',
      };
    },
    send: async (data) => {
      const name = textOf(data, 'name').trim();
      const contact = textOf(data, 'contact').trim();
      const isMail = contact.includes('@');
      try {
        await inviteStaff({ name, duty, email: isMail ? contact : '', phone: isMail ? '' : contact });
      } catch (thrown) {
        return explain(thrown);
      }
      await onInvited();
      void notify(`${name} is invited: ${dutyNames[duty]}`);
      onClose();
      return null;
    },
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Invite a person"
      initialFocus={first}
      foot={
        <Stack>
          <FormProblem sentence={problem} />
          <Button type="submit" form={formId} busy={busy} busyLabel="Inviting">
            Invite as {dutyNames[duty].toLowerCase()}
          </Button>
        </Stack>
      }
    >
      <form id={formId} noValidate onSubmit={onSubmit}>
        <Stack>
          <Field label="Name" hint="As it is read on the board. No two people have the same." error={errors['name']}>
            <TextInput name="name" ref={first} autoComplete="off" maxLength={60} />
          </Field>
          <Field
            label="Mobile number or e-mail"
            hint="Tell them: no message goes out. They sign in with it within 14 days, with a code or a link, and get the duty then."
            error={errors['contact']}
          >
            <TextInput name="contact" autoComplete="off" maxLength={254} />
          </Field>
          <Field label="Duty" hint={dutyWords[duty]}>
            <Select name="duty" value={duty} onChange={(event) => setDuty(event.target.value as Duty)}>
              {Object.entries(dutyNames).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
        </Stack>
      </form>
    </Dialog>
  );
}
