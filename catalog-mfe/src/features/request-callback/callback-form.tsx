import { shop } from '@twostroke/shared/domain/shop';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Button } from '@twostroke/shared/ui/button';
import { Field } from '@twostroke/shared/ui/field';
import { PressAnswer } from '@twostroke/shared/ui/press-answer';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { useId } from 'react';
import type { FormEvent } from 'react';
import styles from './callback-form.module.css';
import type { CallbackReason } from './send-callback.ts';
import { useCallbackRequest } from './use-callback-request.ts';

const fields = ['bike', 'name', 'phone'] as const;

export interface CallbackFormProps {
  reason: CallbackReason;
  /** "Ask for a call back". */
  action: string;
  /** What happens next, after it is sent. */
  thanks: string;
}

/** Name and number for a call back, for a bike or a place that the shop does not serve. */
export function CallbackForm({ reason, action, thanks }: CallbackFormProps) {
  const [state, send] = useCallbackRequest(reason);
  const id = useId();
  if (state.status === 'sent')
    return (
      <PressAnswer tone="ok" takesFocus>
        <p>{thanks}</p>
      </PressAnswer>
    );
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const text = (key: string) => String(data.get(key) ?? '');
    const errors = await send({
      name: text('name'),
      phone: text('phone'),
      bike: text('bike'),
      website: text('website'),
    });
    const first = fields.find((field) => errors[field]);
    if (first) form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {reason.kind === 'unlisted_bike' && (
        <Field label="Brand and model" id={`${id}bike`} error={state.errors.bike}>
          <TextInput name="bike" maxLength={80} placeholder="For example: Suzuki Access 125" />
        </Field>
      )}
      <Field label="Your name" id={`${id}name`} error={state.errors.name}>
        <TextInput name="name" autoComplete="name" maxLength={60} />
      </Field>
      <Field
        label="Mobile number"
        id={`${id}phone`}
        hint="We call this number, and use it for nothing else."
        error={state.errors.phone}
      >
        <TextInput name="phone" type="tel" inputMode="tel" autoComplete="tel" maxLength={20} />
      </Field>
      <label className={styles.trap} aria-hidden="true">
        Website
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
      {state.failure && (
        <PressAnswer tone="stop">
          <p>
            {state.failure} Try again, or call <Anchor to={`tel:${shop.phone}`}>{shop.phoneShown}</Anchor>.
          </p>
        </PressAnswer>
      )}
      <Button type="submit" variant="line" busy={state.status === 'sending'} busyLabel="Sending">
        {action}
      </Button>
    </form>
  );
}
