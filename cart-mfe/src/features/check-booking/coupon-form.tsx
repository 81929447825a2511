import type { QuotedCoupon } from '@twostroke/shared/data/quote';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Button } from '@twostroke/shared/ui/button';
import { Disclosure } from '@twostroke/shared/ui/disclosure';
import { Field } from '@twostroke/shared/ui/field';
import { Row } from '@twostroke/shared/ui/row';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { useState, type FormEvent } from 'react';

export interface CouponFormProps {
  /** The code that is in use, as typed; empty without one. */
  used: string;
  /** What the server says of it; null while it is asked and without a code. */
  answer: QuotedCoupon | null;
  /** An empty text takes the code away. */
  onUse: (code: string) => void;
}

/** A code, and what it takes off or why it does not. */
export function CouponForm({ used, answer, onUse }: CouponFormProps) {
  const [typed, setTyped] = useState(used);

  function submit(event: FormEvent): void {
    event.preventDefault();
    onUse(typed.trim());
  }

  return (
    <Disclosure summary="I have a coupon" open={used !== ''}>
      <form onSubmit={submit} noValidate>
        <Stack gap="s">
          <Field
            label="Coupon"
            id="coupon"
            error={answer?.reason}
            note={answer && !answer.reason ? offWords(answer) : null}
          >
            <TextInput
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              maxLength={20}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
          </Field>
          <Row>
            <Button type="submit" variant="line" small>
              Use the coupon
            </Button>
            {used !== '' && (
              <Button
                variant="quiet"
                small
                onClick={() => {
                  setTyped('');
                  onUse('');
                }}
              >
                Take it away
              </Button>
            )}
          </Row>
        </Stack>
      </form>
    </Disclosure>
  );
}

function offWords({ code, off }: QuotedCoupon): string {
  return `${code} takes ${formatRupees(off)} off.`;
}
