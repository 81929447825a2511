import { createHash, randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';

/** What a link in a mail confirms, as GoTrue names it. */
export type MailLinkKind = 'signup' | 'recovery' | 'magiclink' | 'email_change';

export interface MailLinks {
  /** Keeps a new link for what lite confirms by its own hash. @returns the secret of the link */
  make(kind: MailLinkKind, liteHash: string): Promise<string>;
  /** Uses a link up. @returns what lite confirms it by; undefined when there is no such link (any more) */
  use(secret: string): Promise<{ kind: MailLinkKind; liteHash: string } | undefined>;
}

/** lite's own hash is one of mailbox and code: a million guesses find it. So a link has a random secret instead. */
export function createMailLinks(sql: Sql): MailLinks {
  const hash = (secret: string) => createHash('sha256').update(secret).digest('hex');
  return {
    async make(kind, liteHash) {
      const secret = randomBytes(32).toString('base64url');
      await sql`delete from backend.mail_links where made_at < now() - interval '1 day'`;
      await sql`insert into backend.mail_links (link_hash, kind, lite_hash) values (${hash(secret)}, ${kind}, ${liteHash})`;
      return secret;
    },
    async use(secret) {
      const [link] = await sql<{ kind: MailLinkKind; lite_hash: string }[]>`
        delete from backend.mail_links where link_hash = ${hash(secret)} returning kind, lite_hash`;
      return link && { kind: link.kind, liteHash: link.lite_hash };
    },
  };
}

/**
 * The page of the site on which a link is pressed; opening it changes nothing. The secret is in the fragment, which
 * browsers send to no server, so no log has it and scanners of mails leave it alone.
 */
export function mailLinkPage(page: string, kind: string, secret: string): string {
  const { origin, pathname, search } = new URL(page);
  const fragment = new URLSearchParams({ link: secret, type: kind, next: pathname + search });
  return `${origin}/auth#${fragment}`;
}
