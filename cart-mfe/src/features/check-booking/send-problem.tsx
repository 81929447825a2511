import { paths } from '@twostroke/shared/contracts/paths';
import type { AppError } from '@twostroke/shared/client';
import { alternativesOf, type FreeSlot } from '@twostroke/shared/api/slots';
import { shop } from '@twostroke/shared/domain/shop';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { PressAnswer } from '@twostroke/shared/ui/press-answer';
import { Row } from '@twostroke/shared/ui/row';
import { explain, wordsOfRejection } from '../../messages.ts';
import { SlotTaken } from '../../parts/slot-taken.tsx';
import { stepPath } from '../../model/steps.ts';

export interface SendProblemProps {
  error: AppError;
  onPick: (slot: FreeSlot) => void;
}

/** Why the booking was not made, what is safe, and what to press. */
export function SendProblem({ error, onPick }: SendProblemProps) {
  if (error.hint === 'slot_taken') return <SlotTaken slots={alternativesOf(error)} onPick={onPick} />;
  const signIn = error.hint === 'request_used' || error.code === 'signed_out';
  return (
    <PressAnswer tone="stop">
      <p>{wordsOf(error)}</p>
      <Row>
        {signIn && (
          <ButtonLink variant="line" small to={paths.auth(stepPath('check'))}>
            Sign in
          </ButtonLink>
        )}
        <ButtonLink variant="line" small to={`tel:${shop.phone}`}>
          Call {shop.phoneShown}
        </ButtonLink>
      </Row>
    </PressAnswer>
  );
}

function wordsOf(error: AppError): string {
  const { code } = error;
  if (code === 'rate_limited') return `${explain(error)} Your booking is saved on this phone.`;
  const words = wordsOfRejection(error);
  if (words) return words;
  if (code === 'signed_out') return 'Your sign-in has ended. Your booking is saved on this phone.';
  if (code === 'timeout')
    return 'We got no answer in time. Your booking is saved on this phone. Press again: it is never made twice.';
  return 'We could not reach our server. Your booking is saved on this phone. Press again: it is never made twice.';
}
