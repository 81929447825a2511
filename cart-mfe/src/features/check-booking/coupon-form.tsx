import type { QuotedCoupon } from '@twostroke/shared/data/quote';
import { formatRupees } from '@twostroke/shared/domain/money';
import { CodeForm } from './code-form.tsx';

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
  return (
    <CodeForm
      summary="I have a coupon"
      label="Coupon"
      button="Use the coupon"
      used={used}
      error={answer?.reason}
      note={answer && !answer.reason ? `${answer.code} takes ${formatRupees(answer.off)} off.` : null}
      onUse={onUse}
    />
  );
}
