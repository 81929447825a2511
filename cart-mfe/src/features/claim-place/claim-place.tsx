import { toAppError, type AppError } from '@twostroke/shared/client';
import { endedOffer, getOffer, offerIsSafe } from '../../model/waitlist.ts';
import { paths } from '@twostroke/shared/contracts/paths';
import { useNavigate } from '@twostroke/shared/router';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { ErrorPanel } from '@twostroke/shared/ui/error-panel';
import { SkeletonCard } from '@twostroke/shared/ui/skeleton';
import { Container } from '@twostroke/shared/ui/container';
import { useEffect, useState } from 'react';
import type { BookingFacts } from '../../model/booking-facts.ts';
import { DraftLoadProblem } from '../../parts/draft-load-problem.tsx';
import frame from '../../parts/step-frame.module.css';
import { stepPath } from '../../model/steps.ts';
import { takeOffer } from './fill-booking.ts';
import { firstOpenStep } from './first-open-step.ts';
import { ExpiredOffer } from './expired-offer.tsx';

export interface ClaimPlaceProps {
  token: string;
  facts: BookingFacts;
}

/** What a claim link opens: the booking steps with all known answers filled in, or a note that the offer has ended. */
export function ClaimPlace({ token, facts }: ClaimPlaceProps) {
  const navigate = useNavigate();
  const [turn, setTurn] = useState(0);
  const [problem, setProblem] = useState<AppError | null>(null);
  useEffect(() => {
    let current = true;
    getOffer(token).then(
      (offer) => {
        if (!current) return;
        takeOffer(offer);
        // Remove the token from the address, so that it is not shared by mistake.
        void navigate(stepPath(firstOpenStep(facts)), { replace: true });
      },
      (thrown: unknown) => {
        if (current) setProblem(toAppError(thrown));
      },
    );
    return () => {
      current = false;
    };
  }, [token, turn, navigate, facts]);
  useEffect(() => {
    const again = (): void => setTurn((before) => before + 1);
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);
  function retry(): void {
    setProblem(null);
    setTurn(turn + 1);
  }

  return (
    <Container width="booking" className={frame.frame}>
      {problem ? shown(problem) : <SkeletonCard lines={5} label="Opening your place" />}
    </Container>
  );

  function shown(error: AppError) {
    const ended = endedOffer(error);
    if (ended) return <ExpiredOffer offer={ended} facts={facts} />;
    if (error.code === 'not_found' || error.hint === 'claimed') return <InvalidLink error={error} />;
    return <DraftLoadProblem what="your place" safe={offerIsSafe} error={error} onRetry={retry} />;
  }
}

/** Shown for a link that is unknown or already used. */
function InvalidLink({ error }: { error: AppError }) {
  return (
    <ErrorPanel
      level={1}
      title={error.hint === 'claimed' ? 'You have booked this time' : 'We do not know this link'}
      actions={
        <ButtonLink variant="line" to={paths.bookService()}>
          Book a service
        </ButtonLink>
      }
    >
      <p>
        {error.hint === 'claimed'
          ? 'The link to your booking is in the message we sent you after it.'
          : 'It may be cut off: open it again from our message.'}
      </p>
    </ErrorPanel>
  );
}
