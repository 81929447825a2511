import { paths } from '@twostroke/shared/contracts/paths';
import type { AppError } from '@twostroke/shared/data';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { shop } from '@twostroke/shared/domain/shop';
import { Button } from '@twostroke/shared/ui/button';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Note } from '@twostroke/shared/ui/note';
import { Row } from '@twostroke/shared/ui/row';
import { stepPath } from '../../booking/steps.ts';
import { alternativesOf, type FreeSlot } from './booking-conflict.ts';

export interface SendProblemProps {
  error: AppError;
  onPick: (slot: FreeSlot) => void;
}

/** Why the booking was not made, what is safe, and what to press. */
export function SendProblem({ error, onPick }: SendProblemProps) {
  if (error.hint === 'slot_taken') return <SlotTaken slots={alternativesOf(error)} onPick={onPick} />;
  const signIn = error.hint === 'request_used' || error.code === 'signed_out';
  return (
    <Note tone="stop" role="alert">
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
    </Note>
  );
}

function SlotTaken({ slots, onPick }: { slots: FreeSlot[]; onPick: (slot: FreeSlot) => void }) {
  return (
    <Note tone="warn" role="alert">
      <p>
        <b>That time has just gone.</b> {slots.length > 0 ? 'The nearest free:' : 'Choose another day and time.'}
      </p>
      <Row>
        {slots.map((slot) => (
          <Button variant="line" small key={`${slot.date} ${slot.start}`} onClick={() => onPick(slot)}>
            {formatDay(slot.date)}, {formatWindow(slot.start, slot.end)}
          </Button>
        ))}
      </Row>
      <ButtonLink variant="quiet" small to={stepPath('time')}>
        All free times
      </ButtonLink>
    </Note>
  );
}

function wordsOf({ code, hint, message, retryAfterSeconds }: AppError): string {
  if (hint) return message;
  if (code === 'rate_limited') {
    const wait = retryAfterSeconds ? `${retryAfterSeconds} seconds` : 'a minute';
    return `There were many tries from your connection. Wait ${wait}, then press again. Your booking is saved on this phone.`;
  }
  if (code === 'signed_out') return 'Your sign-in has ended. Your booking is saved on this phone.';
  if (code === 'timeout')
    return 'We got no answer in time. Your booking is saved on this phone. Press again: it is never made twice.';
  return 'We could not reach our server. Your booking is saved on this phone. Press again: it is never made twice.';
}
