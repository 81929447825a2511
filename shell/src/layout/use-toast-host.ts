import { useEffect, useState } from 'react';
import styles from './toast-host.module.css';

/**
 * An element for toasts that is above everything. An open dialog lies in the browser's top layer and makes the rest of
 * the page inert; so the element moves into the dialog and, when it closes, out again.
 * @returns null until it stands in the page
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
