import { paths } from '@twostroke/shared/contracts/paths';
import { cartCount } from '@twostroke/shared/domain/cart';
import { useLocation, useNavigate, useSearchParams } from '@twostroke/shared/router';
import { cartAtom, notify, sessionAtom } from '@twostroke/shared/state';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Head } from '@twostroke/shared/ui/head';
import { Heading } from '@twostroke/shared/ui/heading';
import { shield } from '@twostroke/shared/ui/icons';
import { Note } from '@twostroke/shared/ui/note';
import { Tabs } from '@twostroke/shared/ui/tabs';
import { Spinner } from '@twostroke/shared/ui/spinner';
import { Container } from '@twostroke/shared/ui/container';
import { useAtomValue } from 'jotai';
import { useEffect, useMemo } from 'react';
import { AccountBenefits } from '../features/sign-in/account-benefits.tsx';
import { ForgottenPassword } from '../features/sign-in/forgotten-password.tsx';
import { MailLink } from '../features/sign-in/mail-link.tsx';
import { NewPassword } from '../features/sign-in/new-password.tsx';
import { PasswordSignIn } from '../features/sign-in/password-sign-in.tsx';
import { PhoneSignIn } from '../features/sign-in/phone-sign-in.tsx';
import { returnPath } from '../features/sign-in/return-to.ts';
import { SignUp } from '../features/sign-in/sign-up.tsx';
import { signInFormOf, signInFormTo } from '../features/sign-in/sign-in-form.ts';
import { useMissingStep } from '../features/second-factor/use-missing-step.ts';
import { readMailLink } from '../model/mail-link.ts';
import { explain } from '../messages.ts';
import styles from './auth.module.css';

/** /auth: sign-in, sign-up and a forgotten password. Signed-in visitors are redirected at once. */
export function Component() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const session = useAtomValue(sessionAtom);
  const signedIn = session.status === 'signed-in';
  const resetting = params.get('reset') === '1';
  const { hash } = useLocation();
  const link = useMemo(() => readMailLink(hash), [hash]);
  const target = returnPath(link?.next ?? params.get('returnTo'));
  // /admin sends its visitors here when their second factor is missing.
  const { missing, done } = useMissingStep(signedIn, params.get('factor') === '1');
  useEffect(() => {
    if (missing === null && !resetting && !link) void navigate(target, { replace: true });
  }, [link, missing, navigate, resetting, target]);
  const choosing = !(link && session.status !== 'loading') && !missing && !resetting && !signedIn;
  return (
    <Container width={choosing ? 'booking' : 'form'} className={styles.page}>
      <Head
        title="Sign in"
        description="Sign in to Twostroke with a code to your phone or with your email address, and see your bookings."
        canonicalPath={paths.auth()}
      />
      {link && session.status !== 'loading' ? (
        <MailLink
          key={hash}
          link={link}
          userId={session.status === 'signed-in' ? session.user.id : null}
          againTo={signInFormTo(params, link.kind === 'signup' ? 'sign-up' : 'forgotten')}
          signInTo={signInFormTo(params, 'email')}
          onSignIn={(after) => void navigate(`${signInFormTo(params, 'email')}&link=${after}`, { replace: true })}
          onSignedIn={() => {
            if (link.kind === 'recovery') void notify('Your password is changed');
            void navigate(target, { replace: true });
          }}
        />
      ) : missing && 'error' in missing ? (
        <FormProblem sentence={explain(missing.error)} />
      ) : missing ? (
        <missing.Form step={missing.step} onDone={done} />
      ) : resetting ? (
        <NewPassword
          session={session.status === 'signed-out' ? 'none' : session.status}
          forgottenTo={signInFormTo(params, 'forgotten')}
          onChanged={() => {
            void notify('Your password is changed');
            void navigate(target, { replace: true });
          }}
        />
      ) : signedIn ? (
        <>
          <Heading level={1} size="l">
            You are signed in
          </Heading>
          <Spinner label="Opening your page" />
        </>
      ) : (
        <Ways params={params} target={target} />
      )}
    </Container>
  );
}

function Ways({ params, target }: { params: URLSearchParams; target: string }) {
  const form = signInFormOf(params);
  const cart = useAtomValue(cartAtom);
  // Promises the way back only when `returnTo` will be followed.
  const goesBack = params.has('returnTo') && target !== paths.myBookings();
  return (
    <div className={styles.ways}>
      <div className={styles.form}>
        <Tabs
          label="Ways to sign in"
          tabs={[
            { to: signInFormTo(params, 'phone'), label: 'Phone code', current: form === 'phone' },
            { to: signInFormTo(params, 'email'), label: 'Email and password', current: form !== 'phone' },
          ]}
        />
        {params.get('link') === 'elsewhere' && (
          <Note tone="warn" role="alert">
            <p>
              {form === 'forgotten'
                ? 'This link works only in the browser in which you asked for it. Ask for a new one here.'
                : 'The link you opened signs you in only in the browser in which you asked for it. Sign in here instead.'}
            </p>
          </Note>
        )}
        {(params.get('link') === 'confirmed' || params.get('link') === 'changed') && (
          <Note tone="ok" role="status">
            <p>{params.get('link') === 'confirmed' ? 'Confirmed.' : 'Your password is changed.'} Sign in here.</p>
          </Note>
        )}
        {form === 'phone' && <PhoneSignIn emailTo={signInFormTo(params, 'email')} />}
        {form === 'email' && (
          <PasswordSignIn signUpTo={signInFormTo(params, 'sign-up')} forgottenTo={signInFormTo(params, 'forgotten')} />
        )}
        {form === 'sign-up' && <SignUp signInTo={signInFormTo(params, 'email')} />}
        {form === 'forgotten' && <ForgottenPassword signInTo={signInFormTo(params, 'email')} />}
        {(goesBack || cartCount(cart) > 0) && (
          <Note icon={shield}>
            <p>
              {goesBack && (
                <>
                  Then: <b>{nameOf(target)}</b>.{' '}
                </>
              )}
              {cartCount(cart) > 0 && 'Your cart comes along.'}
            </p>
          </Note>
        )}
      </div>
      <AccountBenefits />
    </div>
  );
}

/** Names of the pages that ask for a sign-in. */
const names: readonly (readonly [path: string, name: string])[] = [
  [paths.admin(), 'Workshop'],
  [paths.bookService(), 'Your booking'],
  [paths.myProfile(), 'My profile'],
];

function nameOf(target: string): string {
  return names.find(([path]) => target.startsWith(path))?.[1] ?? 'The page you asked for';
}
