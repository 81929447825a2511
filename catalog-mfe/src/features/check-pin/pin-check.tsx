import { paths } from '@twostroke/shared/contracts/paths';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Button } from '@twostroke/shared/ui/button';
import { Field } from '@twostroke/shared/ui/field';
import { Note } from '@twostroke/shared/ui/note';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { useId, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { judgePin, type PinAnswer } from './judge-pin.ts';
import styles from './pin-check.module.css';
import type { ServedPin } from './read-served-pins.ts';

interface NamedArea {
  slug: string;
  name: string;
}

export interface PinCheckProps {
  pins: readonly ServedPin[];
  /** All areas of the shop. */
  areas: readonly NamedArea[];
  /** What to offer for a PIN that the shop does not serve yet. */
  unserved: (pin: string) => ReactNode;
}

/** Checks whether a PIN is served; for an unserved one the visitor can request a call back. */
export function PinCheck({ pins, areas, unserved }: PinCheckProps) {
  const [answer, setAnswer] = useState<PinAnswer | null>(null);
  const id = useId();
  function check(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const verdict = judgePin(String(new FormData(event.currentTarget).get('pin') ?? ''), pins);
    setAnswer(verdict);
    if (verdict.kind === 'invalid') document.getElementById(id)?.focus();
  }
  return (
    <div className={styles.check}>
      <form onSubmit={check} noValidate>
        <Field
          label="Check your PIN"
          id={id}
          error={answer?.kind === 'invalid' ? 'Enter a PIN of 6 digits, like 411048' : null}
          className={styles.field}
        >
          <TextInput name="pin" inputMode="numeric" autoComplete="postal-code" maxLength={7} placeholder="411048" />
        </Field>
        <Button type="submit" variant="line">
          Check
        </Button>
      </form>
      <div aria-live="polite">
        {answer === null && (
          <p className={styles.hint}>Not in the list yet? Leave your number and we tell you when we are.</p>
        )}
        {answer?.kind === 'served' && (
          <Served pin={answer.pin} areas={areas.filter(({ slug }) => answer.areaSlugs.includes(slug))} />
        )}
        {answer?.kind === 'unserved' && (
          <div className={styles.unserved}>
            <Note tone="warn">
              <p>
                <b>We don't serve {answer.pin} yet.</b> Leave your number and we'll tell you. You can ride in to the
                workshop in Kondhwa any day.
              </p>
            </Note>
            <div key={answer.pin}>{unserved(answer.pin)}</div>
          </div>
        )}
      </div>
    </div>
  );
}

function Served({ pin, areas }: { pin: string; areas: readonly NamedArea[] }) {
  return (
    <Note tone="ok">
      <p>
        <b>Yes, we come to {pin}.</b>{' '}
        {areas.map(({ slug, name }, index) => (
          <span key={slug}>
            {index > 0 && ', '}
            <Anchor to={paths.area(slug)}>{name}</Anchor>
          </span>
        ))}
        .
      </p>
    </Note>
  );
}
