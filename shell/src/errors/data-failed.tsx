import { paths } from '@twostroke/shared/contracts/paths';
import type { AppError } from '@twostroke/shared/client';
import type { PageFrame } from '@twostroke/shared/contracts/manifest';
import { useLocation, useNavigation, useRevalidator } from '@twostroke/shared/router';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { ErrorPanel } from '@twostroke/shared/ui/error-panel';
import { Head } from '@twostroke/shared/ui/head';
import { Container } from '@twostroke/shared/ui/container';
import styles from './failure.module.css';
import { safeWords } from './rest-of-site-works.tsx';

interface Words {
  title: string;
  /** @param safe says what is safe */
  text: (safe: string, frame: PageFrame | undefined) => string;
}

const words: Partial<Record<AppError['code'], Words>> = {
  offline: {
    title: 'You are offline',
    text: (safe) => `${safe}. We load this page as soon as you are back.`,
  },
  signed_out: {
    title: 'You have been signed out',
    text: (safe) => `Your sign-in has ended. Sign in again and you see this page as before. ${safe}.`,
  },
  not_allowed: {
    title: "You can't open this page",
    text: () => 'The account you are signed in with may not see this. Your own bookings are under My bookings.',
  },
  rate_limited: {
    title: 'One moment, please',
    text: () => 'There were many requests from your connection. Wait a minute, then try again. Nothing is lost.',
  },
};

const other: Words = {
  title: 'We could not load this page',
  text: (safe, frame) =>
    `Our server did not answer. ${safe}. ${frame === 'tool' ? 'Try again' : 'Try again, or call us'}.`,
};

/** Shown instead of a page whose data could not be loaded. */
export function DataFailed({ error, frame }: { error: AppError; frame: PageFrame | undefined }) {
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
        forStaff={frame === 'tool'}
        code={error.faultCode}
      >
        {text(safeWords(frame), frame)}
      </ErrorPanel>
    </Container>
  );
}
