import { toAppError } from '@twostroke/shared/client';
import { joinWaitlist, type WaitlistEntry } from '../../model/waitlist.ts';
import type { BookingFormDetails } from '@twostroke/shared/domain/booking-form';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { emailMessage, parseEmail } from '@twostroke/shared/domain/email';
import { nameMessage, parseName } from '@twostroke/shared/domain/person-name';
import { parsePhone, phoneMessage } from '@twostroke/shared/domain/phone';
import { haptic } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { Field } from '@twostroke/shared/ui/field';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { useSubmit } from '@twostroke/shared/ui/use-submit';
import { useState } from 'react';
import { explain, messages } from '../../messages.ts';
import { newRequestId } from '../../model/booking-draft.ts';
import type { Job } from '../../model/job.ts';
import { numberProof } from '../../model/number-proof.ts';
import { WaitlistEntryNote } from './waitlist-entry-note.tsx';

/** A window that is full. */
export interface WantedWindow {
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM */
  start: string;
  end: string;
}

export interface JoinWaitlistProps {
  wanted: WantedWindow;
  job: Job;
  /** How long a freed place is held for the first in line. */
  offerMinutes: number;
  details: BookingFormDetails;
  /** Input here is also stored in the booking draft. */
  onChange: (change: Partial<BookingFormDetails>) => void;
  /** Called when the window turns out to have a free place. */
  onFree: () => void;
}

/** Name, number and e-mail address for a window that is full; then the place in line. */
export function JoinWaitlist({ wanted, job, offerMinutes, details, onChange, onFree }: JoinWaitlistProps) {
  const [requestId] = useState(newRequestId);
  const [entry, setEntry] = useState<WaitlistEntry | null>(null);
  // Also when the proof is of another number: only the database knows of which.
  const [byMail, setByMail] = useState(() => numberProof() === undefined);
  const { name, phone, email } = details;
  const { busy, errors, problem, onSubmit } = useSubmit({
    check: () => ({
      name: parseName(name) ? undefined : nameMessage,
      phone: parsePhone(phone) ? undefined : phoneMessage,
      email: email.trim() === '' || parseEmail(email) ? undefined : emailMessage,
    }),
    send: async () => {
      const { date, start } = wanted;
      const proof = numberProof();
      try {
        setEntry(
          await joinWaitlist({
            ...{ ...job, request_id: requestId, date, time: start, name, phone, email },
            ...(proof && { proof }),
          }),
        );
        haptic('added');
        return null;
      } catch (thrown) {
        const { hint } = toAppError(thrown);
        haptic('refused');
        if (hint === 'free') onFree();
        if (hint !== 'email_needed') return explain(thrown);
        setByMail(true);
        return { email: messages.email_needed };
      }
    },
  });
  if (entry)
    return (
      <WaitlistEntryNote
        entry={entry}
        linkTo={email.trim() || (byMail ? null : phone.trim())}
        offerMinutes={offerMinutes}
      />
    );
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack>
        <p>
          {formatDay(wanted.date)}, {formatWindow(wanted.start, wanted.end)} is full. When a place frees up, the first
          in line gets a link that holds it for {offerMinutes} minutes.
        </p>
        <Field label="Name" id="waitlist-name" error={errors['name']}>
          <TextInput
            name="name"
            value={name}
            onChange={(event) => onChange({ name: event.target.value })}
            autoComplete="name"
            maxLength={80}
          />
        </Field>
        <Field
          label="Mobile"
          hint={byMail ? undefined : 'The link comes to this number'}
          id="waitlist-phone"
          error={errors['phone']}
        >
          <TextInput
            name="phone"
            type="tel"
            inputMode="tel"
            value={phone}
            onChange={(event) => onChange({ phone: event.target.value })}
            autoComplete="tel"
            maxLength={20}
          />
        </Field>
        <Field
          label="Email"
          hint={byMail ? 'The link comes to this address' : undefined}
          optional={!byMail}
          id="waitlist-email"
          error={errors['email']}
        >
          <TextInput
            name="email"
            type="email"
            inputMode="email"
            value={email}
            onChange={(event) => onChange({ email: event.target.value })}
            autoComplete="email"
            maxLength={254}
          />
        </Field>
        <FormProblem sentence={problem} />
        <Button type="submit" wide busy={busy} busyLabel="Sending">
          Tell me if a place frees up
        </Button>
      </Stack>
    </form>
  );
}
