import type { ToasterProps } from 'sonner';
import styles from './toast-theme.module.css';

function name(className: string | undefined): string {
  return className ?? '';
}

/** sonner's options and our styles: bottom of the screen, right on a desktop, 5 seconds. */
export const toasterOptions: ToasterProps = {
  position: 'bottom-right',
  duration: 5000,
  gap: 8,
  visibleToasts: 3,
  containerAriaLabel: 'Messages',
  toastOptions: {
    unstyled: true,
    classNames: {
      toast: name(styles.toast),
      content: name(styles.content),
      title: name(styles.title),
      description: name(styles.description),
      actionButton: name(styles.action),
      cancelButton: name(styles.cancel),
      icon: name(styles.icon),
    },
  },
};
