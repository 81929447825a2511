import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useLinkClickHandler, useNavigate } from 'react-router-dom';

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
export function Link(props: LinkProps) {
  return props.to.startsWith('/') ? <AbsoluteLink {...props} /> : <RelativeLink {...props} />;
}

/** Is neither resolved nor rendered again when the address of the page changes: a page has up to a hundred of them. */
function AbsoluteLink({ to, replace, target, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || isForTheBrowser(event, target)) return;
    event.preventDefault();
    const { pathname, search, hash } = window.location;
    void navigate(to, { replace: replace ?? to === pathname + search + hash });
  };
  // oxlint-disable-next-line a11y/anchor-has-content -- the content is among the other props
  return <a {...rest} href={to} target={target} onClick={follow} />;
}

function RelativeLink({ to, replace, target, onClick, ...rest }: LinkProps) {
  const href = useHref(to);
  const navigate = useLinkClickHandler<HTMLAnchorElement>(to, { replace, target });
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (!event.defaultPrevented) navigate(event);
  };
  // oxlint-disable-next-line a11y/anchor-has-content -- the content is among the other props
  return <a {...rest} href={href} target={target} onClick={follow} />;
}

/** Whether a click opens a tab or a window, or saves the page. */
function isForTheBrowser({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent, target = '_self'): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey || target !== '_self';
}
