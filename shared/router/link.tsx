import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of this site, also relative (`?tab=past`, `#hours`). */
  to: string;
  /** Replaces this page in the history. */
  replace?: boolean;
}

/**
 * A link to another page of the site, without a reload. React Router's own contains the prefetching of its framework
 * mode, 3 kB on every page.
 */
export function Link({ to, replace, target, onClick, ...rest }: LinkProps) {
  const href = useHref(to);
  const navigate = useLinkClickHandler<HTMLAnchorElement>(to, { replace, target });
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (!event.defaultPrevented) navigate(event);
  };
  // eslint-disable-next-line jsx-a11y/anchor-has-content -- the content is among the other props
  return <a {...rest} href={href} target={target} onClick={follow} />;
}
