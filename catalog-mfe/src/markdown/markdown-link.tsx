import type { ReactNode } from 'react';
import { Anchor } from '@twostroke/shared/ui/anchor';

/** A link in a text. An address of another kind than web, mail, phone or this site is shown as its words only. */
export function MarkdownLink({ href, children }: { href: string; children: ReactNode }) {
  return isSafe(href) ? <Anchor to={href}>{children}</Anchor> : <>{children}</>;
}

function isSafe(href: string): boolean {
  return /^(https?:\/\/|mailto:|tel:|[?#]|\/(?!\/))/i.test(href);
}
