import { toAppError } from '@twostroke/shared/client';
import { nameMessage, parseName } from '@twostroke/shared/domain/person-name';
import { parsePhone, phoneMessage } from '@twostroke/shared/domain/phone';
import { Button } from '@twostroke/shared/ui/button';
import { ErrorSummary, type SummaryError } from '@twostroke/shared/ui/error-summary';
import { Field } from '@twostroke/shared/ui/field';
import { Heading } from '@twostroke/shared/ui/heading';
import { Note } from '@twostroke/shared/ui/note';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { useState, type FormEvent } from 'react';
import { explain, messages } from '../../messages.ts';
import { requestCallback, type CallbackKind } from './request-callback.ts';

export interface LeaveNumberProps {
  kind: CallbackKind;
  /** The PIN we do not serve. */
  pin?: string;
}

/** Asks for name and number where the site can't book yet; staff call back. */
export function LeaveNumber({ kind, pin }: LeaveNumberProps) {
  const [errors, setErrors] = useState<SummaryError[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<'open' | 'sending' | 'sent'>('open');
  const id = (field: string): string => `callback-${field}`;
  const errorOf = (field: string): string | undefined => errors.find(({ fieldId }) => fieldId === id(field))?.message;

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (state === 'sending') return;
    const form = new FormData(event.currentTarget);
    const text = (field: string): string => String(form.get(field) ?? '').trim();
    const found = [
      ...(kind === 'unlisted_bike' && text('bike').length < 2 ? [{ fieldId: id('bike'), message: messages.bike }] : []),
      ...(parseName(text('name')) ? [] : [{ fieldId: id('name'), message: nameMessage }]),
      ...(parsePhone(text('phone')) ? [] : [{ fieldId: id('phone'), message: phoneMessage }]),
    ];
    setErrors(found);
    setAttempt((before) => before + 1);
    if (found.length > 0) return;
    setState('sending');
    try {
      const details = kind === 'unlisted_bike' ? { bike: text('bike') } : { pin: pin ?? '' };
      await requestCallback({ kind, name: text('name'), phone: text('phone'), details });
      setState('sent');
    } catch (thrown) {
      const { hint } = toAppError(thrown);
      setErrors([{ fieldId: id(hint === 'name' || hint === 'bike' ? hint : 'phone'), message: explain(thrown) }]);
      setState('open');
    }
  }

  if (state === 'sent')
    return (
      <Note tone="ok" role="status">
        <p>
          <b>We have your number.</b>{' '}
          {kind === 'unserved_pin' ? 'We tell you when we come there.' : 'We call you with a price.'}
        </p>
      </Note>
    );
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        {kind === 'unserved_pin' && (
          <Heading level={2} size="s">
            Tell me when you come to {pin}
          </Heading>
        )}
        <ErrorSummary errors={errors} attempt={attempt} />
        {kind === 'unlisted_bike' && (
          <Field label="Your bike" hint="Brand, model and year" id={id('bike')} error={errorOf('bike')}>
            <TextInput name="bike" maxLength={80} />
          </Field>
        )}
        <Field label="Name" id={id('name')} error={errorOf('name')}>
          <TextInput name="name" autoComplete="name" maxLength={60} />
        </Field>
        <Field label="Mobile" id={id('phone')} error={errorOf('phone')}>
          <TextInput name="phone" type="tel" inputMode="tel" autoComplete="tel" maxLength={20} />
        </Field>
        <Stack start>
          <Button type="submit" variant="line" busy={state === 'sending'} busyLabel="Sending">
            Leave my number
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}
