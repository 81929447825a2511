import { callAuth, type AuthResult } from '@twostroke/shared/api/call-auth';
import { verifyCodeOf } from './second-factor.ts';
import { backendConnection, type AppError, type Database, type Supabase } from '@twostroke/shared/client';

const kinds = ['signup', 'recovery', 'magiclink', 'email_change'] as const;

/** A link of a mail: what it confirms, and its secret, which works once. */
export interface MailLink {
  kind: (typeof kinds)[number];
  secret: string;
  /** Where to go after it, as the link says: not checked. */
  next: string | null;
}

/** The link in the fragment of the page's address. */
export function readMailLink(hash: string): MailLink | null {
  const params = new URLSearchParams(hash.slice(1));
  const secret = params.get('link');
  const kind = kinds.find((known) => known === params.get('type'));
  return secret && kind ? { kind, secret, next: params.get('next') } : null;
}

/** The session that a link opens. It is not the browser's until it is adopted. */
export interface LinkSession {
  userId: string;
  email: string | undefined;
  /** The error `insufficient_aal`: the account has an authenticator app, so its code comes first. */
  setPassword: (password: string) => AuthResult;
  /** Verifies a code of the account's authenticator app. */
  verifyCode: (code: string) => AuthResult;
  /** Makes it the session of this browser. */
  adopt: () => AuthResult;
  /** Ends it: the link has confirmed what it had to. */
  end: () => AuthResult;
}

/**
 * Uses a link up, outside of the session of this browser.
 * @returns the error: `otp_expired` as its hint for a link that was used before, or is too old. No session when the
 * auth provider waits for a second link.
 */
export async function redeemLink({
  kind,
  secret,
}: MailLink): Promise<{ error: AppError | null; opened?: LinkSession }> {
  let opened: LinkSession | undefined;
  const error = await callAuth(async () => {
    const client = await passingClient();
    const answer = await client.auth.verifyOtp({ token_hash: secret, type: kind });
    const { session } = answer.data;
    if (session) opened = linkSession(client, session.user);
    return answer;
  });
  return { error, opened };
}

function linkSession(passingClient: Supabase, { id, email }: { id: string; email?: string }): LinkSession {
  return {
    userId: id,
    email,
    setPassword: (password) => callAuth(() => passingClient.auth.updateUser({ password })),
    verifyCode: (code) => callAuth(() => verifyCodeOf(passingClient, code)),
    adopt: () =>
      callAuth(async (client) => {
        // A verified code has replaced the tokens that the link gave.
        const { data, error } = await passingClient.auth.getSession();
        return data.session ? client.auth.setSession(data.session) : { error };
      }),
    end: () => callAuth(() => passingClient.auth.signOut({ scope: 'local' })),
  };
}

let passing: Promise<Supabase> | undefined;

/** A client whose session is kept nowhere. There is one, because each listens to the page as long as it is open. */
function passingClient(): Promise<Supabase> {
  passing ??= makeClient().catch((failure: unknown) => {
    passing = undefined; // a failed download may succeed on the next call
    throw failure;
  });
  return passing;
}

async function makeClient(): Promise<Supabase> {
  const { createClient } = await import('@supabase/supabase-js');
  const { url, key } = backendConnection();
  return createClient<Database>(url, key, {
    auth: {
      storageKey: 'twostroke.mail-link',
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
    },
  });
}
