import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';

/** What a mail confirms, as GoTrue names it. */
export type MailCodeKind = 'signup' | 'recovery' | 'magiclink' | 'email_change' | 'reauthentication';

/** The browser that requests or uses a mail. */
export interface MailAsker {
  address: string;
  /** Its name; undefined when it sends no cookie. */
  browser: string | undefined;
}

/** A code or link that was right, once: lite confirms it by the token. */
export interface UsedMail {
  kind: MailCodeKind;
  mailbox: string;
  token: string;
}

export interface MailCodes {
  /** Keeps the code of a new mail, instead of the last one that this browser has requested. @returns the secret of its link */
  make(
    mail: { mailbox: string; kind: MailCodeKind; user: string | undefined; code: string },
    asker: MailAsker,
  ): Promise<string>;
  /** Uses a link up, in any browser. */
  useLink(secret: string): Promise<UsedMail | undefined>;
  /** Uses a code up, in the browser that requested it; one without a name may enter what was requested from its address. */
  useCode(mailbox: string, code: string, asker: MailAsker): Promise<UsedMail | undefined>;
}

/**
 * lite keeps one code for each account, which a stranger's request would replace, and a link of its own is a hash of
 * mailbox and code: a million guesses find it. So codes belong to browsers here, and a link has a random secret.
 */
export function createMailCodes(sql: Sql, { codeKey, tries }: { codeKey: string; tries: number }): MailCodes {
  const hashLink = (secret: string) => createHash('sha256').update(secret).digest('hex');
  const hash = (mailbox: string, value: string) =>
    createHmac('sha256', codeKey).update(`mail ${mailbox}:${value}`).digest('hex');
  const newToken = () => randomBytes(32).toString('hex');

  return {
    async make({ mailbox, kind, user, code }, { address, browser = newToken() }) {
      const secret = randomBytes(32).toString('base64url');
      await sql`
        select backend.note_mail_code(
          ${mailbox}, ${hash(mailbox, browser)}, ${hash(mailbox, address)}, ${kind}, ${user ?? null}, ${hashLink(secret)},
          ${hash(mailbox, code)}
        )`;
      return secret;
    },
    async useLink(secret) {
      const token = newToken();
      const [used] = await sql<
        Omit<UsedMail, 'token'>[]
      >`select * from backend.use_mail_link(${hashLink(secret)}, ${token})`;
      return used && { ...used, token };
    },
    async useCode(mailbox, code, { address, browser }) {
      const token = newToken();
      const [used] = await sql<Omit<UsedMail, 'token'>[]>`
        select * from backend.use_mail_code(
          ${mailbox}, ${browser === undefined ? null : hash(mailbox, browser)}, ${hash(mailbox, address)},
          ${hash(mailbox, code)}, ${token}, ${tries}
        )`;
      return used && { ...used, token };
    },
  };
}
