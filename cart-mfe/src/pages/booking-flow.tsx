import { paths } from '@twostroke/shared/contracts/paths';
import { validateDetails, validatePlace } from '@twostroke/shared/domain/booking-form';
import type { AppError } from '@twostroke/shared/client';
import { releaseHold } from '@twostroke/shared/api/slots';
import { useNavigate, useSearchParams } from '@twostroke/shared/router';
import { cartAtom, clearCart, haptic } from '@twostroke/shared/state';
import { Disclosure } from '@twostroke/shared/ui/disclosure';
import { ErrorSummary } from '@twostroke/shared/ui/error-summary';
import { SkeletonCard } from '@twostroke/shared/ui/skeleton';
import { useAtomValue } from 'jotai';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { BookingDraft } from '../model/booking-draft.ts';
import type { BookingFacts } from '../model/booking-facts.ts';
import { draftAtom, forgetDraft, updateDraft } from '../model/draft-store.ts';
import { jobKey, jobOf } from '../model/job.ts';
import { quote as askQuote, type Quote, type QuoteQuery, type QuoteRejection } from '@twostroke/shared/api/quote';
import { rejectionOf, type BookingRejection } from '../model/booking-rejection.ts';
import { SavedOnPhone } from '../parts/saved-on-phone.tsx';
import { ServiceStrip } from '../parts/service-strip.tsx';
import { StepFrame } from '../parts/step-frame.tsx';
import { keepMade } from '../model/made-booking.ts';
import { receiptState } from '../model/receipt-state.ts';
import { LazyModule } from '../parts/lazy-module.tsx';
import { stepOf, stepPath, stepTitles, stepToShow, type Step } from '../model/steps.ts';
import { useQuery, type Query } from '@twostroke/shared/api/use-query';
import { CheckBooking } from '../features/check-booking/check-booking.tsx';
import type { BookingReceipt } from '@twostroke/shared/api/bookings';
import { explain } from '../messages.ts';
import { ChooseServices } from '../features/choose-services/choose-services.tsx';
import { GiveDetails } from '../features/give-details/give-details.tsx';
import { HeldTime } from '../features/hold-time/held-time.tsx';
import { LeaveNumber } from '../features/leave-number/leave-number.tsx';
import { usePrefilledDraft } from '../features/prefill-details/use-prefilled-draft.ts';
import { PlaceAndTime } from './place-and-time.tsx';

export interface BookingFlowProps {
  facts: BookingFacts;
  /** False in prerendered HTML, which has no cart: the frame of the first step shows until the cart is read. */
  hydrated: boolean;
}

/** The three steps. Which one shows is in the address; the answers are in the draft, the services in the cart. */
export function BookingFlow({ facts, hydrated }: BookingFlowProps) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const cart = useAtomValue(cartAtom);
  const draft = useAtomValue(draftAtom);
  const [rejection, setRejection] = useState<BookingRejection | null>(null);
  /** Presses of the button that books. */
  const [attempt, setAttempt] = useState(0);
  usePrefilledDraft(facts.areas);

  const job = jobOf(cart, draft.mode ?? 'workshop');
  const key = job && jobKey(job);
  const areas = facts.areas.map(({ slug }) => slug);
  const hasPlace = validatePlace(draft.mode, draft.address, areas, facts.pins).length === 0;
  const wanted = stepOf(search);
  // Only at the last step is everything known that a price can depend on.
  const asked = job && wanted === 'check' && hasPlace ? { ...job, ...priceFacts(draft) } : job;
  const quote = useQuery(asked && `quote ${JSON.stringify(asked)}`, () => askQuote(asked!));
  const step = stepToShow(wanted, {
    // The bill shows what it does not take itself.
    services: job !== null && (wanted === 'check' || itemRejections(quote).length === 0),
    time: hasPlace && draft.slot !== null && draft.slot.job === key,
  });
  const titleRef = useStepFocus(step, rejection?.step === step);
  useReleaseOnOtherJob(draft, key);

  // The time that is held for this job.
  const held =
    draft.slot?.job === key && draft.slot && draft.hold ? { ...draft, slot: draft.slot, hold: draft.hold } : null;
  const isOffered = Boolean(held?.hold.offered);

  const go = (next: Step): void => void navigate(stepPath(next));
  const change = (part: Partial<BookingDraft>): void => {
    setRejection(null);
    updateDraft({ ...part, agreedTotal: null });
  };
  const done = (next: Step): void => {
    setRejection(null);
    go(next);
  };
  const rejected = rejection?.step === step ? rejection : null;
  const missing = attempt > 0 ? validateDetails(draft.details) : [];
  const detailErrors = missing.length > 0 ? missing : rejected ? [rejected] : [];

  function toRejectedStep(error: AppError): boolean {
    const found = error.code === 'invalid' ? rejectionOf(error.hint, explain(error)) : null;
    if (!found) return false;
    setRejection(found);
    if (found.step === 'time') updateDraft({ slot: null, hold: null });
    if (found.step !== step) go(found.step);
    return true;
  }

  function mayBook(): boolean {
    setAttempt(attempt + 1);
    setRejection(null);
    return validateDetails(draft.details).length === 0;
  }

  async function booked(made: BookingReceipt): Promise<void> {
    haptic('booked');
    keepMade(made);
    await navigate(paths.manageBooking(made.manage_token), { replace: true, state: receiptState(made) });
    // After the navigation: without cart and draft this page would briefly show its first step.
    clearCart();
    forgetDraft();
  }

  return (
    <StepFrame
      step={step}
      title={stepTitles[step]}
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
      {hydrated && step !== 'services' && cart.vehicle && (
        <ServiceStrip cart={cart} vehicle={cart.vehicle} total={quote.status === 'ready' ? quote.data.total : null} />
      )}
      {hydrated && step === 'services' && (
        <ChooseServices
          popularModels={facts.popularModels}
          rejections={itemRejections(quote)}
          onDone={() => done('time')}
          rejected={rejected}
          unlistedBike={
            <Disclosure summary="My bike is not in the list">
              <LeaveNumber kind="unlisted_bike" />
            </Disclosure>
          }
        />
      )}
      {(step === 'check' || isOffered) && job && held && (
        <HeldTime
          draft={held}
          job={job}
          extensionMinutes={facts.shop.hold_extension_minutes}
          onHeld={(slot, hold) => change({ slot, hold })}
        />
      )}
      {step === 'time' && job && (
        <PlaceAndTime
          facts={facts}
          job={job}
          draft={draft}
          isOffered={isOffered}
          onChange={change}
          onDone={(time) => {
            if (time) change(time);
            done('check');
          }}
          rejected={rejected}
          unservedPin={(pin) => <LeaveNumber kind="unserved_pin" pin={pin} />}
          waitlist={(wanted, waitingJob, onFree) => (
            <LazyModule
              name="join-waitlist"
              what="the waitlist"
              load={() => import('../features/join-waitlist/join-waitlist.tsx')}
            >
              {({ JoinWaitlist }) => (
                <JoinWaitlist
                  wanted={wanted}
                  job={waitingJob}
                  offerMinutes={facts.shop.offer_minutes}
                  details={draft.details}
                  onChange={(part) => change({ details: { ...draft.details, ...part } })}
                  onFree={onFree}
                />
              )}
            </LazyModule>
          )}
        />
      )}
      {step === 'check' && job && draft.slot && (
        <CheckBooking
          draft={{ ...draft, slot: draft.slot }}
          job={job}
          details={
            <>
              <ErrorSummary
                errors={detailErrors.map(({ field, message }) => ({ fieldId: field, message }))}
                attempt={attempt}
              />
              <GiveDetails
                details={draft.details}
                approvalLimits={facts.shop.approval_limits}
                onChange={(part) => change({ details: { ...draft.details, ...part } })}
                errorOf={(field) => detailErrors.find((each) => each.field === field)?.message}
              />
            </>
          }
          onAttempt={mayBook}
          quote={quote}
          facts={facts}
          onBooked={(receipt) => void booked(receipt)}
          onRejected={toRejectedStep}
        />
      )}
    </StepFrame>
  );
}

/** Items that the shop no longer sells, or not in this combination. The page for the place says where it does not. */
function itemRejections(quote: Query<Quote>): QuoteRejection[] {
  return quote.status === 'ready' ? quote.data.refusals.filter(({ code }) => code !== 'mode_not_offered') : [];
}

function priceFacts({ requestId, mode, address, slot, coupon, gstin }: BookingDraft): Partial<QuoteQuery> {
  return {
    request_id: requestId,
    ...(mode !== 'workshop' && { area: address.area, pin: address.pin }),
    ...(slot && { date: slot.date }),
    ...(coupon && { coupon }),
    ...(gstin && { gstin }),
  };
}

/** Focuses the new step's question, unless an error summary takes the focus. */
function useStepFocus(step: Step, hasErrors: boolean) {
  const titleRef = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  // In the commit: a key pressed after it would otherwise go to the removed element.
  useLayoutEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    if (!hasErrors) titleRef.current?.focus({ preventScroll: true });
  }, [step, hasErrors]);
  return titleRef;
}

/** Releases the hold when cart or place have changed: it was for another job. */
function useReleaseOnOtherJob({ requestId, slot, hold }: BookingDraft, key: string | null): void {
  const useless = Boolean(hold) && (slot === null || slot.job !== key);
  useEffect(() => {
    if (!useless) return;
    updateDraft({ hold: null });
    releaseHold(requestId).catch(() => undefined); // it expires anyway
  }, [useless, requestId]);
}
