import type { QuotedCoupon } from '@twostroke/shared/api/quote';
import { formatRupees } from '@twostroke/shared/domain/money';
import { couponWords } from '@twostroke/shared/api/quote-messages';
import { shop } from '@twostroke/shared/domain/shop';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { CodeForm } from './code-form.tsx';

export interface CouponFormProps {
  /** The code that is in use, as typed; empty without one. */
  used: string;
  /** The server's answer; null while it loads and without a code. */
  answer: QuotedCoupon | null;
  /** An empty text removes the code. */
  onUse: (code: string) => void;
}

/** A coupon code with its discount, or why it is not accepted. */
export function CouponForm({ used, answer, onUse }: CouponFormProps) {
  return (
    <CodeForm
      summary="I have a coupon"
      label="Coupon"
      button="Use the coupon"
      used={used}
      error={couponWords(answer)}
      note={answer && !answer.refusal ? `${answer.code} takes ${formatRupees(answer.off)} off.` : null}
      remedy={
        // Several bikes are one booking each, which the desk makes as a group.
        answer?.refusal?.code === 'coupon_bikes' && (
          <ButtonLink variant="line" small to={`tel:${shop.phone}`}>
            Call {shop.phoneShown}
          </ButtonLink>
        )
      }
      onUse={onUse}
    />
  );
}
