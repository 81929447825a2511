import { Anchor, type AnchorProps } from './anchor.tsx';
import { buttonClass, type ButtonLook } from './button-class.ts';

export interface ButtonLinkProps extends AnchorProps, ButtonLook {}

/** A link that looks like a button: it goes somewhere (a page, `tel:`, WhatsApp). */
export function ButtonLink({ variant, small, wide, className, ...rest }: ButtonLinkProps) {
  return <Anchor {...rest} className={buttonClass({ variant, small, wide }, className)} />;
}
