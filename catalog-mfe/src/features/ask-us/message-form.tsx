import { Button } from '@twostroke/shared/ui/button';
import { ErrorSummary } from '@twostroke/shared/ui/error-summary';
import { Field } from '@twostroke/shared/ui/field';
import { TextArea } from '@twostroke/shared/ui/text-area';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { useState, type FormEvent } from 'react';
import { MESSAGE_LENGTH, messageFields } from './validate-message.ts';
import styles from './message-form.module.css';
import { MessageNotSent } from './message-not-sent.tsx';
import { MessageSent } from './message-sent.tsx';
import { useMessage } from './use-message.ts';

/** Name, number and subject: a person reads it and calls back. */
export function MessageForm() {
  const [state, { send, writeAnother }] = useMessage();
  const [length, setLength] = useState(0);
  if (state.status === 'sent')
    return (
      <MessageSent
        draft={state.draft}
        onWriteAnother={() => {
          setLength(0);
          writeAnother();
        }}
      />
    );
  const { errors, failure, attempt } = state;
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (key: string) => String(data.get(key) ?? '');
    void send({ name: text('name'), phone: text('phone'), message: text('message') });
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="Write to us">
      <ErrorSummary
        attempt={attempt}
        errors={messageFields.flatMap((field) => {
          const message = errors[field];
          return message ? [{ fieldId: `message-${field}`, message }] : [];
        })}
      />
      <Field label="Your name" id="message-name" error={errors.name}>
        <TextInput name="name" autoComplete="name" maxLength={60} />
      </Field>
      <Field
        label="Mobile number"
        id="message-phone"
        hint="We call this number about your message, and use it for nothing else."
        error={errors.phone}
      >
        <TextInput name="phone" type="tel" inputMode="tel" autoComplete="tel" maxLength={20} />
      </Field>
      <Field
        label="What can we do for you?"
        id="message-message"
        note={`${Math.max(0, MESSAGE_LENGTH - length)} characters left`}
        error={errors.message}
      >
        <TextArea
          name="message"
          rows={5}
          maxLength={MESSAGE_LENGTH}
          onChange={(event) => setLength(event.target.value.length)}
        />
      </Field>
      {failure && <MessageNotSent failure={failure} />}
      <div>
        <Button type="submit" variant="line" busy={state.status === 'sending'} busyLabel="Sending">
          Send the message
        </Button>
      </div>
    </form>
  );
}
