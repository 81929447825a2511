import { toAppError } from '@twostroke/shared/client';
import { nameMessage, parseName } from '@twostroke/shared/domain/person-name';
import { parsePhone, phoneMessage } from '@twostroke/shared/domain/phone';
import { haptic } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Field } from '@twostroke/shared/ui/field';
import { Heading } from '@twostroke/shared/ui/heading';
import { PressAnswer } from '@twostroke/shared/ui/press-answer';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { textOf, useSubmit } from '@twostroke/shared/ui/use-submit';
import { useState } from 'react';
import { explain, messages } from '../../messages.ts';
import { requestCallback, type CallbackKind } from './request-callback.ts';

export interface LeaveNumberProps {
  kind: CallbackKind;
  /** The PIN we do not serve. */
  pin?: string;
}

/** Asks for name and number where the site can't book yet; staff call back. */
export function LeaveNumber({ kind, pin }: LeaveNumberProps) {
  const [sent, setSent] = useState(false);
  const { busy, errors, problem, onSubmit } = useSubmit({
    check: (data) => ({
      bike: kind === 'unlisted_bike' && textOf(data, 'bike').trim().length < 2 ? messages.bike : undefined,
      name: parseName(textOf(data, 'name')) ? undefined : nameMessage,
      phone: parsePhone(textOf(data, 'phone')) ? undefined : phoneMessage,
    }),
    send: async (data) => {
      const text = (field: string): string => textOf(data, field).trim();
      const details = kind === 'unlisted_bike' ? { bike: text('bike') } : { pin: pin ?? '' };
      try {
        await requestCallback({ kind, name: text('name'), phone: text('phone'), details });
      } catch (thrown) {
        haptic('refused');
        const { hint } = toAppError(thrown);
        return hint && data.has(hint) ? { [hint]: explain(thrown) } : explain(thrown);
      }
      haptic('added');
      setSent(true);
      return null;
    },
  });
  if (sent)
    return (
      <PressAnswer tone="ok" takesFocus>
        <p>
          <b>We have your number.</b>{' '}
          {kind === 'unserved_pin' ? 'We tell you when we come there.' : 'We call you with a price.'}
        </p>
      </PressAnswer>
    );
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        {kind === 'unserved_pin' && (
          <Heading level={2} size="s">
            Tell me when you come to {pin}
          </Heading>
        )}
        {kind === 'unlisted_bike' && (
          <Field label="Your bike" hint="Brand, model and year" id="callback-bike" error={errors.bike}>
            <TextInput name="bike" maxLength={80} />
          </Field>
        )}
        <Field label="Name" id="callback-name" error={errors.name}>
          <TextInput name="name" autoComplete="name" maxLength={60} />
        </Field>
        <Field label="Mobile" id="callback-phone" error={errors.phone}>
          <TextInput name="phone" type="tel" inputMode="tel" autoComplete="tel" maxLength={20} />
        </Field>
        <FormProblem sentence={problem} />
        <Stack start>
          <Button type="submit" variant="line" busy={busy} busyLabel="Sending">
            Leave my number
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}
