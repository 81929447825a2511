import { useEffect, useState } from 'react';
import styles from './toast-host.module.css';

/**
 * An element for toasts above everything else. An open dialog lies in the browser's top layer and makes the rest of the
 * page inert, so the element moves into the dialog and out again when it closes. A toast never covers the bar with the
 * main action at the bottom of the screen: the element gets that bar's height.
 * @returns null until it is in the page
 */
export function useToastHost(wanted: boolean): HTMLElement | null {
  const [host, setHost] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!wanted) return undefined;
    const element = document.createElement('div');
    element.className = styles.host ?? '';
    element.setAttribute('popover', 'manual');
    const settle = (): void => {
      const parent = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
      // Only while there is a toast: measuring on each DOM change would slow every page.
      if (element.querySelector('[data-sonner-toast]'))
        element.style.setProperty('--toast-lift', `${bottomBarHeight(parent)}px`);
      if (element.parentElement === parent && element.isConnected) return;
      parent.append(element);
      element.showPopover?.();
    };
    settle();
    setHost(element);
    const observer = new MutationObserver(settle);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
    return () => {
      observer.disconnect();
      element.remove();
      setHost(null);
    };
  }, [wanted]);
  return host;
}

/**
 * Height of the fixed element at the bottom: the foot of an open drawer or sheet, or the price bar of a page on a
 * phone.
 */
function bottomBarHeight(parent: Element): number {
  const bar = parent.querySelector<HTMLElement>(parent === document.body ? '[data-buy-bar]' : '[data-modal-foot]');
  return bar?.offsetHeight ?? 0;
}
