import type { ReactNode } from 'react';
import { Anchor } from '@twostroke/shared/ui/anchor';

/** A link in a text. Without a web, mail or phone address, or one of this site, only its words are shown. */
export function MarkdownLink({ href, children }: { href: string; children: ReactNode }) {
  return isSafe(href) ? <Anchor to={href}>{children}</Anchor> : <>{children}</>;
}

function isSafe(href: string): boolean {
  return /^(https?:\/\/|mailto:|tel:|[?#]|\/(?!\/))/i.test(href);
}
