import { paths } from '@twostroke/shared/contracts/paths';
import { detailsFaults, placeFaults } from '@twostroke/shared/domain/booking-form';
import type { AppError } from '@twostroke/shared/data';
import { releaseHold } from '@twostroke/shared/data/slots';
import { useNavigate, useSearchParams } from '@twostroke/shared/router';
import { cartAtom, clearCart, haptic } from '@twostroke/shared/state';
import { Disclosure } from '@twostroke/shared/ui/disclosure';
import { SkeletonCard } from '@twostroke/shared/ui/skeleton';
import { useAtomValue } from 'jotai';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { BookingDraft } from '../booking/booking-draft.ts';
import type { BookingFacts } from '../booking/booking-facts.ts';
import { draftAtom, forgetDraft, updateDraft } from '../booking/draft-store.ts';
import { jobKey, jobOf } from '../booking/job.ts';
import { quote as askQuote, type QuoteQuery } from '@twostroke/shared/data/quote';
import { refusalOf, type Refusal } from '../booking/refusal.ts';
import { SavedOnPhone } from '../booking/saved-on-phone.tsx';
import { StepFrame } from '../booking/step-frame.tsx';
import { justBooked } from '../booking/just-booked.ts';
import { LatePart } from '../booking/late-part.tsx';
import { stepOf, stepPath, stepTitle, stepToShow, type Step } from '../booking/steps.ts';
import { useLoaded } from '../booking/use-loaded.ts';
import { CheckBooking } from '../features/check-booking/check-booking.tsx';
import type { BookingReceipt } from '@twostroke/shared/data/bookings';
import { ChoosePlace } from '../features/choose-place/choose-place.tsx';
import { ChooseServices } from '../features/choose-services/choose-services.tsx';
import { ChooseTime } from '../features/choose-time/choose-time.tsx';
import { GiveDetails } from '../features/give-details/give-details.tsx';
import { HeldTime } from '../features/hold-time/held-time.tsx';
import { LeaveNumber } from '../features/leave-number/leave-number.tsx';
import { usePrefilledDraft } from '../features/prefill-details/use-prefilled-draft.ts';

export interface BookingFlowProps {
  facts: BookingFacts;
  /** False in prerendered HTML, which knows no cart: the frame of the first step stands there until the cart is read. */
  hydrated: boolean;
}

/** The five steps. Which one shows is in the address; the answers are in the draft, the services in the cart. */
export function BookingFlow({ facts, hydrated }: BookingFlowProps) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const cart = useAtomValue(cartAtom);
  const draft = useAtomValue(draftAtom);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  usePrefilledDraft(facts.areas);

  const job = jobOf(cart, draft.mode ?? 'workshop');
  const key = job && jobKey(job);
  const areas = facts.areas.map(({ slug }) => slug);
  const step = stepToShow(stepOf(search), {
    services: job !== null,
    place: placeFaults(draft.mode, draft.address, areas, facts.pins).length === 0,
    time: draft.slot !== null && draft.slot.job === key,
    you: detailsFaults(draft.details).length === 0,
  });
  // At the last step all is known that a price can depend on.
  const asked = job && step === 'check' ? { ...job, ...priceFacts(draft) } : job;
  const quote = useLoaded(asked && `quote ${JSON.stringify(asked)}`, () => askQuote(asked!));
  const titleRef = useStepFocus(step, refusal?.step === step);
  useReleaseOnOtherJob(draft, key);

  // The time that is kept for this job.
  const held =
    draft.slot?.job === key && draft.slot && draft.hold ? { ...draft, slot: draft.slot, hold: draft.hold } : null;

  const go = (next: Step): void => void navigate(stepPath(next));
  const change = (part: Partial<BookingDraft>): void => updateDraft({ ...part, agreedTotal: null });
  const done = (next: Step): void => {
    setRefusal(null);
    go(next);
  };
  const refused = refusal?.step === step ? refusal : null;

  function toRefusedStep(error: AppError): boolean {
    const found = error.code === 'invalid' ? refusalOf(error.hint, error.message) : null;
    if (!found) return false;
    setRefusal(found);
    if (found.step === 'time') updateDraft({ slot: null, hold: null });
    go(found.step);
    return true;
  }

  async function booked({ manage_token }: BookingReceipt): Promise<void> {
    haptic('booked');
    await navigate(paths.manageBooking(manage_token), { replace: true, state: justBooked });
    // Only now: without cart and draft this page would go back to its first step for a moment.
    clearCart();
    forgetDraft();
  }

  return (
    <StepFrame
      step={step}
      title={stepTitle(step, draft.mode)}
      titleRef={titleRef}
      notice={draft.agreedTotal === null && <SavedOnPhone />}
    >
      {!hydrated && (
        <>
          <p>
            At your gate, with pickup, or in our workshop. You see the exact price and the free times before you book.
          </p>
          <SkeletonCard lines={5} label="Loading your booking" />
        </>
      )}
      {hydrated && step === 'services' && (
        <ChooseServices
          quote={quote}
          onDone={() => done('place')}
          refused={refused}
          unlistedBike={
            <Disclosure summary="My bike is not in the list">
              <LeaveNumber kind="unlisted_bike" />
            </Disclosure>
          }
        />
      )}
      {(step === 'you' || step === 'check' || (step === 'place' && draft.hold?.offered)) && job && held && (
        <HeldTime draft={held} job={job} onHeld={(slot, hold) => change({ slot, hold })} />
      )}
      {step === 'place' && job && (
        <ChoosePlace
          facts={facts}
          job={job}
          mode={draft.mode}
          address={draft.address}
          onChange={change}
          onDone={() => done(held && draft.hold?.offered ? 'you' : 'time')}
          refused={refused}
          unservedPin={(pin) => <LeaveNumber kind="unserved_pin" pin={pin} />}
        />
      )}
      {step === 'time' && job && (
        <ChooseTime
          key={key}
          job={job}
          draft={draft}
          onDone={(slot, hold) => {
            change({ slot, hold });
            done('you');
          }}
          refused={refused}
          waitlist={(wanted, onFree) => (
            <LatePart
              name="join-waitlist"
              what="the waitlist"
              load={() => import('../features/join-waitlist/join-waitlist.tsx')}
            >
              {({ JoinWaitlist }) => (
                <JoinWaitlist
                  wanted={wanted}
                  job={job}
                  details={draft.details}
                  onChange={(part) => change({ details: { ...draft.details, ...part } })}
                  onFree={onFree}
                />
              )}
            </LatePart>
          )}
        />
      )}
      {step === 'you' && (
        <GiveDetails
          details={draft.details}
          onChange={(part) => change({ details: { ...draft.details, ...part } })}
          onDone={() => done('check')}
          refused={refused}
        />
      )}
      {step === 'check' && job && cart.vehicle && draft.slot && (
        <CheckBooking
          draft={{ ...draft, slot: draft.slot }}
          job={job}
          vehicle={cart.vehicle}
          quote={quote}
          facts={facts}
          onBooked={(receipt) => void booked(receipt)}
          onRefused={toRefusedStep}
        />
      )}
    </StepFrame>
  );
}

function priceFacts({ mode, address, slot, coupon, gstin }: BookingDraft): Partial<QuoteQuery> {
  return {
    ...(mode !== 'workshop' && { area: address.area, pin: address.pin }),
    ...(slot && { date: slot.date }),
    ...(coupon && { coupon }),
    ...(gstin && { gstin }),
  };
}

/** The keyboard goes on at the new step's question, unless a list of faults takes it. */
function useStepFocus(step: Step, hasFaults: boolean) {
  const titleRef = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  // In the commit: a key that is pressed in between would go to what is gone.
  useLayoutEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    if (!hasFaults) titleRef.current?.focus({ preventScroll: true });
  }, [step, hasFaults]);
  return titleRef;
}

/** With another cart or place the held time is of no use: somebody else may have it. */
function useReleaseOnOtherJob({ requestId, slot, hold }: BookingDraft, key: string | null): void {
  const useless = Boolean(hold) && (slot === null || slot.job !== key);
  useEffect(() => {
    if (!useless) return;
    updateDraft({ hold: null });
    releaseHold(requestId).catch(() => undefined); // it runs out by itself
  }, [useless, requestId]);
}
