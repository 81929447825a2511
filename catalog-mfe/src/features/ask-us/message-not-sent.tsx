import type { AppError } from '@twostroke/shared/client';
import { shop } from '@twostroke/shared/domain/shop';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { PressAnswer } from '@twostroke/shared/ui/press-answer';
import { explain } from '../../messages.ts';

/** Why a message did not arrive, and what to do. */
export function MessageNotSent({ failure }: { failure: AppError }) {
  return (
    <PressAnswer tone="stop">
      <p>{reasonOf(failure)}</p>
      <p>
        <Anchor to={`tel:${shop.phone}`}>Call {shop.phoneShown}</Anchor>
      </p>
    </PressAnswer>
  );
}

function reasonOf(failure: AppError): string {
  if (failure.code === 'offline') return 'You are offline. What you wrote is still here. Send it when you are back.';
  if (failure.code === 'rate_limited') return `${explain(failure)} What you wrote is still here.`;
  return 'We could not take your message. What you wrote is still here. Try again in a minute.';
}
