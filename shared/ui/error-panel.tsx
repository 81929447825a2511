import type { ReactNode } from 'react';
import { BrokenChain } from './broken-chain.tsx';
import { Button } from './button.tsx';
import { ButtonLink } from './button-link.tsx';
import { classList } from './class-list.ts';
import { Heading, type HeadingLevel } from './heading.tsx';
import { Icon } from './icon.tsx';
import { alert, chat, phone as phoneIcon } from './icons.ts';
import styles from './state-panel.module.css';

export interface ErrorPanelProps {
  /** What happened: "We could not load your bookings". */
  title: ReactNode;
  /** What is safe and what to do: "They are safe. Check the connection and try again." */
  children: ReactNode;
  /** Shows "Try again" first. */
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
  /** The shop's number, shown as "Call 90000 00010" (or `phone.label`). */
  phone?: { number: string; label?: string } | undefined;
  /** Number in international form for WhatsApp: "919000000010". */
  whatsapp?: string | undefined;
  /** More buttons. */
  actions?: ReactNode;
  /** An error code to read out on the phone: "cart 404". */
  code?: string | undefined;
  level?: HeadingLevel;
  /** A whole remote is missing: with the broken chain, and the heading in page size. */
  part?: boolean;
}

/** Something failed: what happened, what is safe, what to do. */
export function ErrorPanel(props: ErrorPanelProps) {
  const { title, children, onRetry, retrying, phone, whatsapp, actions, code, level = 2, part } = props;
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
        {phone && (
          <ButtonLink variant="line" to={`tel:${phone.number.replace(/[^+\d]/g, '')}`}>
            <Icon path={phoneIcon} />
            {phone.label ?? `Call ${phone.number}`}
          </ButtonLink>
        )}
        {whatsapp && (
          <ButtonLink variant="line" to={`https://wa.me/${whatsapp.replace(/\D/g, '')}`}>
            <Icon path={chat} />
            WhatsApp
          </ButtonLink>
        )}
        {actions}
      </div>
      {code && <p className={styles.code}>Fault code: {code}</p>}
    </div>
  );
}
