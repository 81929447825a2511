import { hasPendingSignIn, takePendingSignIn } from '@twostroke/shared/api/pending-sign-in';
import { Button } from '@twostroke/shared/ui/button';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Heading } from '@twostroke/shared/ui/heading';
import { PressAnswer } from '@twostroke/shared/ui/press-answer';
import { Stack } from '@twostroke/shared/ui/stack';
import { textOf, useSubmit } from '@twostroke/shared/ui/use-submit';
import { useRef, useState } from 'react';
import type { AppError } from '@twostroke/shared/client';
import { AppCodeForm } from '../../parts/app-code-form.tsx';
import { explainAuthError } from '../../model/explain-auth-error.ts';
import { redeemLink, type LinkSession, type MailLink } from '../../model/mail-link.ts';
import { PasswordField, validateNewPassword } from '../../parts/password-field.tsx';

export interface MailLinkPageProps {
  link: MailLink;
  /** The signed-in user, if there is one. */
  userId: string | null;
  /** Where to ask for a new link. */
  againTo: string;
  /** Where to sign in: a link is also dead when its owner has used it. */
  signInTo: string;
  /** The browser has the session of the link now. */
  onSignedIn: () => void;
  /** The visitor is signed out, and signs in next; the link did what it says, or `elsewhere` nothing. */
  onSignIn: (after: AfterLink) => void;
}

/** `code`: the account has an authenticator app, whose code comes before a new password. */
type Outcome = 'open' | 'code' | 'dead' | 'signed-in' | 'done';
export type AfterLink = 'confirmed' | 'changed' | 'elsewhere';

const words = {
  signup: {
    title: 'Confirm your email address',
    why: 'Our mail with this link came to your mailbox. Press the button to confirm that the mailbox is yours.',
    button: 'Confirm my address',
    done: 'Confirmed.',
  },
  email_change: {
    title: 'Confirm your new email address',
    why: 'Our mail with this link came to your new mailbox. Press the button to confirm that the mailbox is yours.',
    button: 'Confirm my address',
    done: 'Confirmed.',
  },
  magiclink: { title: 'Sign in', why: null, button: 'Sign in', done: 'You are signed in.' },
  recovery: { title: 'Choose a new password', why: null, button: 'Save and go on', done: 'Your password is changed.' },
} as const;

const afterLink = {
  signup: 'confirmed',
  email_change: 'confirmed',
  magiclink: 'elsewhere',
  recovery: 'changed',
} as const;

/**
 * Where the links of mails lead. Only a press uses a link up: scanners of mails open it too. Anybody can send a link, so
 * it signs in only in the browser in which a mail to its address was asked for, and never over another person's session.
 * Elsewhere it confirms the address, or sets the password, without a session.
 */
export function MailLinkPage({ link, userId, againTo, signInTo, onSignedIn, onSignIn }: MailLinkPageProps) {
  const [outcome, setOutcome] = useState<Outcome>('open');
  // A rejected password must not cost the link: its session is kept until a password is accepted.
  const opened = useRef<LinkSession | undefined>(undefined);
  const password = useRef('');
  const { title, why, button, done } = words[link.kind];
  const isSignUp = link.kind === 'signup';
  const { busy, errors, problem, onSubmit } = useSubmit({
    check: (data) => (link.kind === 'recovery' ? { password: validateNewPassword(textOf(data, 'password')) } : {}),
    send: async (data) => {
      if (link.kind === 'magiclink' && (userId || !hasPendingSignIn())) {
        if (userId) setOutcome('signed-in');
        else onSignIn('elsewhere');
        return null;
      }
      if (!opened.current) {
        const used = await redeemLink(link);
        if (used.error?.hint === 'otp_expired') setOutcome('dead');
        if (used.error) return used.error.hint === 'otp_expired' ? null : explainAuthError(used.error);
        opened.current = used.opened;
      }
      password.current = textOf(data, 'password');
      const error = await finish(opened.current);
      if (error?.hint === 'insufficient_aal') setOutcome('code');
      else if (error) return explainAuthError(error);
      return null;
    },
  });

  /** Does what the link is for. @returns why it could not */
  async function finish(session: LinkSession | undefined): Promise<AppError | null> {
    if (session && link.kind === 'recovery') {
      const error = await session.setPassword(password.current);
      if (error) return error;
    }
    const isOwn = userId ? userId === session?.userId : takePendingSignIn(session?.email);
    if (session && isOwn && (await session.adopt()) === null) {
      onSignedIn();
      return null;
    }
    await session?.end();
    if (userId) setOutcome('done');
    else onSignIn(afterLink[link.kind]);
    return null;
  }

  async function verifyAndFinish(code: string): Promise<AppError | null> {
    return (await opened.current!.verifyCode(code)) ?? finish(opened.current);
  }

  return (
    <Stack gap="l">
      <Heading level={1} size="l">
        {title}
      </Heading>
      {outcome === 'dead' && (
        <>
          <PressAnswer tone="warn" takesFocus>
            <p>
              This link has been used or is too old.{' '}
              {isSignUp
                ? 'If you have confirmed your address, sign in. If not, make the account again, and we send a new link.'
                : 'Ask for a new one.'}
            </p>
          </PressAnswer>
          {isSignUp && (
            <ButtonLink to={signInTo} wide>
              Sign in
            </ButtonLink>
          )}
          <ButtonLink to={againTo} variant={isSignUp ? 'line' : 'plate'} wide>
            {isSignUp ? 'Make an account' : 'Send a new link'}
          </ButtonLink>
        </>
      )}
      {outcome === 'signed-in' && (
        <PressAnswer tone="warn" takesFocus>
          <p>You are signed in already. To use this link, sign out first.</p>
        </PressAnswer>
      )}
      {outcome === 'done' && (
        <PressAnswer tone="ok" takesFocus>
          <p>{done}</p>
        </PressAnswer>
      )}
      {outcome === 'code' && (
        <>
          <p>Your account has an authenticator app. Its code shows that it is you who changes the password.</p>
          <AppCodeForm button="Save and go on" onCode={verifyAndFinish} onDone={() => undefined} takesFocus />
        </>
      )}
      {outcome === 'open' && (
        <form noValidate onSubmit={onSubmit}>
          <Stack>
            {why && <p>{why}</p>}
            {link.kind === 'recovery' && (
              <PasswordField id="password" label="New password" choosing error={errors.password} />
            )}
            <FormProblem sentence={problem} />
            <Button type="submit" wide busy={busy} busyLabel="One moment">
              {button}
            </Button>
          </Stack>
        </form>
      )}
    </Stack>
  );
}
