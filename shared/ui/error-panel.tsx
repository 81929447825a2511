import { shop } from '@twostroke/shared/domain/shop';
import type { ReactNode } from 'react';
import { BrokenChain } from './broken-chain.tsx';
import { Button } from './button.tsx';
import { ButtonLink } from './button-link.tsx';
import { classList } from './class-list.ts';
import { Heading, type HeadingLevel } from './heading.tsx';
import { Icon } from './icon.tsx';
import { alert, chat, phone } from './icons.ts';
import styles from './state-panel.module.css';

export interface ErrorPanelProps {
  /** What happened: "We could not load your bookings". */
  title: ReactNode;
  /** What is safe and what to do: "They are safe. Check the connection and try again." */
  children: ReactNode;
  /** Shows "Try again" first. */
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
  /** More buttons. */
  actions?: ReactNode;
  /** An error code to read out on the phone: "cart 404". */
  code?: string | undefined;
  level?: HeadingLevel;
  /** Staff read it: they are the shop, so its number is left out. */
  forStaff?: boolean;
  /** A whole remote is missing: with the broken chain, and the heading in page size. */
  part?: boolean;
}

/**
 * Something failed: what happened, what is safe, what to do, and the shop's number. A person without a network gets neither the code, which says
 * nothing about them, nor WhatsApp, which needs one too.
 */
export function ErrorPanel(props: ErrorPanelProps) {
  const { title, children, onRetry, retrying, actions, code, level = 2, forStaff, part } = props;
  const offline = navigator.onLine === false;
  return (
    <div className={classList(styles.panel, styles.error)} role="alert">
      {part ? <BrokenChain className={styles.picture} /> : <Icon path={alert} />}
      <Heading level={level} size={part ? 'l' : 'm'}>
        {title}
      </Heading>
      <div className={styles.body}>{children}</div>
      <div className={styles.actions}>
        {onRetry && (
          <Button variant="plate" onClick={onRetry} busy={retrying} busyLabel="Trying">
            Try again
          </Button>
        )}
        {!forStaff && (
          <ButtonLink variant="line" to={`tel:${shop.phone}`}>
            <Icon path={phone} />
            Call {shop.phoneShown}
          </ButtonLink>
        )}
        {!forStaff && !offline && (
          <ButtonLink variant="line" to={`https://wa.me/${shop.whatsApp}`}>
            <Icon path={chat} />
            WhatsApp
          </ButtonLink>
        )}
        {actions}
      </div>
      {code && !offline && <p className={styles.code}>Fault code: {code}</p>}
    </div>
  );
}
