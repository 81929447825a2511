import { paths } from '@twostroke/shared/contracts/paths';
import type { AppError } from '@twostroke/shared/client';
import { useLocation, useNavigation, useRevalidator } from '@twostroke/shared/router';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { ErrorPanel } from '@twostroke/shared/ui/error-panel';
import { Head } from '@twostroke/shared/ui/head';
import { Container } from '@twostroke/shared/ui/container';
import styles from './failure.module.css';

const words: Partial<Record<AppError['code'], { title: string; text: string }>> = {
  offline: {
    title: 'You are offline',
    text: 'Your bookings are safe with us, and your cart is safe. We load this page as soon as you are back.',
  },
  signed_out: {
    title: 'You have been signed out',
    text: 'Your sign-in has ended. Sign in again and you see this page as before. Your bookings are safe with us, and your cart is safe.',
  },
  not_allowed: {
    title: "You can't open this page",
    text: 'The account you are signed in with may not see this. Your own bookings are under My bookings.',
  },
  rate_limited: {
    title: 'One moment, please',
    text: 'There were many requests from your connection. Wait a minute, then try again. Nothing is lost.',
  },
};

const other = {
  title: 'We could not load this page',
  text: 'Our server did not answer. Your bookings are safe with us, and your cart is safe. Try again, or call us.',
};

/** Shown instead of a page whose data could not be loaded. */
export function DataFailed({ error }: { error: AppError }) {
  const { revalidate, state } = useRevalidator();
  const navigating = useNavigation().state !== 'idle';
  const { pathname, search } = useLocation();
  const { title, text } = words[error.code] ?? other;
  return (
    <Container className={styles.space}>
      <Head title={`${title} | Twostroke`} noIndex />
      <ErrorPanel
        level={1}
        title={title}
        onRetry={() => void revalidate()}
        retrying={state === 'loading' || navigating}
        actions={
          error.code === 'signed_out' && (
            <ButtonLink to={paths.auth(pathname + search)} variant="line">
              Sign in
            </ButtonLink>
          )
        }
        code={error.faultCode}
      >
        {text}
      </ErrorPanel>
    </Container>
  );
}
