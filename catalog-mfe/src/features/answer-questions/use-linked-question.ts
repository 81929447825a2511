import { useLocation } from '@twostroke/shared/router';
import { useEffect } from 'react';

/** Opens the question in the address, `/faq#faq-12`, scrolls to it and focuses it. */
export function useLinkedQuestion(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const linked = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    if (!(linked instanceof HTMLDetailsElement)) return;
    linked.open = true;
    linked.scrollIntoView();
    linked.querySelector('summary')?.focus({ preventScroll: true });
  }, [hash, key]);
}
