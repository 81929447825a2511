import type { ComponentProps } from 'react';
import { Link } from '@twostroke/shared/router';

export interface AnchorProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of this site (`/bikes`, `?tab=past`, `#hours`) or a whole address (`tel:`, `mailto:`, `https:`). */
  to: string;
}

/** A link that changes the page without a reload when it stays on this site, and is a plain anchor when it leaves it. */
export function Anchor({ to, children, ...rest }: AnchorProps) {
  if (isOnThisSite(to)) {
    return (
      <Link to={to} {...rest}>
        {children}
      </Link>
    );
  }
  return (
    <a href={to} rel={to.startsWith('http') ? 'noopener' : undefined} {...rest}>
      {children}
    </a>
  );
}

function isOnThisSite(to: string): boolean {
  return /^([?#]|\/(?!\/))/.test(to);
}
