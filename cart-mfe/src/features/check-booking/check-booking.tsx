import { dataOfRejection } from '@twostroke/shared/api/data-of-rejection';
import type { AppError } from '@twostroke/shared/client';
import type { BookingReceipt } from '@twostroke/shared/api/bookings';
import { freeUntilWords } from '@twostroke/shared/domain/change-terms';
import { formatRupees } from '@twostroke/shared/domain/money';
import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import { parsePhone } from '@twostroke/shared/domain/phone';
import { haptic } from '@twostroke/shared/state';
import { JobCard, JobCardBody } from '@twostroke/shared/ui/job-card';
import { PressAnswer } from '@twostroke/shared/ui/press-answer';
import { PriceButton } from '@twostroke/shared/ui/price-button';
import { SkeletonCard } from '@twostroke/shared/ui/skeleton';
import { Stack } from '@twostroke/shared/ui/stack';
import { Text } from '@twostroke/shared/ui/text';
import { usePriceChange } from '@twostroke/shared/ui/use-price-change';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { BackLink } from '../../parts/back-link.tsx';
import type { BookingDraft, ChosenSlot } from '../../model/booking-draft.ts';
import type { BookingFacts } from '../../model/booking-facts.ts';
import columns from '../../parts/columns.module.css';
import { updateDraft } from '../../model/draft-store.ts';
import { drawNumberProof, numberProof } from '../../model/number-proof.ts';
import { chosenSlot, type Job } from '../../model/job.ts';
import { DraftLoadProblem } from '../../parts/draft-load-problem.tsx';
import { LazyModule } from '../../parts/lazy-module.tsx';
import type { Quote } from '@twostroke/shared/api/quote';
import type { FreeSlot } from '@twostroke/shared/api/slots';
import type { Query } from '@twostroke/shared/api/use-query';
import { explainQuoteRejection } from '@twostroke/shared/api/quote-messages';
import { BookingAnswers } from './booking-answers.tsx';
import { BookingBill } from './booking-bill.tsx';
import styles from './check-booking.module.css';
import { CouponForm } from './coupon-form.tsx';
import { GstinForm } from './gstin-form.tsx';
import { PayChoices } from './pay-choices.tsx';
import { bookingRequest } from './booking-request.ts';
import { SendAnswer } from './send-answer.tsx';
import { useBookedPageAhead } from './use-booked-page-ahead.ts';
import { useSendBooking } from './use-send-booking.ts';

export interface CheckBookingProps {
  draft: BookingDraft & { slot: ChosenSlot };
  job: Job;
  /** The form for the details, beside the bill. */
  details: ReactNode;
  /** Called when the customer wants to book. Returns whether the details are complete. */
  onAttempt: () => boolean;
  quote: Query<Quote>;
  facts: BookingFacts;
  onBooked: (receipt: BookingReceipt) => void;
  /** Navigates to the step that the failure belongs to. Returns false when it belongs to none. */
  onRejected: (error: AppError) => boolean;
}

/** Who books, the bill, and the button. */
export function CheckBooking(props: CheckBookingProps) {
  const { draft, job, details, quote, facts, onAttempt, onBooked, onRejected } = props;
  const website = useRef<HTMLInputElement>(null);
  const [picked, setPicked] = useState<ChosenSlot | null>(null);
  const [failedPhone, setFailedPhone] = useState('');
  const bill = quote.status === 'ready' ? quote.data : null;
  const price = usePriceChange(quote.key, bill && formatRupees(bill.total));
  const { slot } = draft;
  const online = facts.shop.payment_provider !== null;
  const payBy = draft.payBy === 'online' && !online ? 'after_service' : (draft.payBy ?? 'after_service');
  const { sending, send, forget } = useSendBooking({
    agreedTotal: draft.agreedTotal,
    requestFor: (total) =>
      bookingRequest({ ...draft, payBy }, job, total, { website: website.current?.value ?? '', proof: numberProof() }),
    onBooked,
    onFailed: (error, total) => {
      haptic('refused');
      setFailedPhone(draft.details.phone);
      const changed = dataOfRejection(error, 'price_changed');
      if (!changed) return onRejected(error);
      price.changeFrom(formatRupees(total));
      quote.replace(changed);
      return true;
    },
  });
  useBookedPageAhead(draft.details);
  const failed = sending.status === 'failed' ? sending : null;
  const toVerify = failed && dataOfRejection(failed.error, 'verify_phone');
  // Another number has to be sent first: it may need no code.
  const asked = failedPhone === draft.details.phone ? toVerify : null;
  const form = useFocusAfter(asked !== null);
  const rejections = bill?.refusals ?? [];

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!bill) return;
    setPicked(null);
    if (!onAttempt()) return haptic('refused');
    send(bill.total);
  }

  function pick(free: FreeSlot): void {
    const taken = chosenSlot(free, job);
    updateDraft({ slot: taken });
    setPicked(taken);
    forget();
  }

  function takeCoupon(coupon: string): void {
    setPicked(null);
    updateDraft({ coupon, agreedTotal: null });
    forget();
  }

  function otherNumber(): void {
    forget();
    document.getElementById('phone')?.focus();
  }

  return (
    <div className={columns.wide}>
      <Stack gap="l">
        {details}
        <BookingAnswers
          draft={draft}
          areaName={facts.areas.find(({ slug }) => slug === draft.address.area)?.name ?? ''}
          workshopAddress={facts.shop.address}
        />
      </Stack>
      <div className={styles.side}>
        {quote.status === 'failed' && <DraftLoadProblem what="the price" error={quote.error} onRetry={quote.reload} />}
        {(quote.status === 'loading' || quote.status === 'idle') && (
          <SkeletonCard lines={4} label="Loading the price" />
        )}
        <CouponForm used={draft.coupon ?? ''} answer={bill?.coupon ?? null} onUse={takeCoupon} />
        <GstinForm used={draft.gstin ?? ''} onUse={(gstin) => updateDraft({ gstin, agreedTotal: null })} />
        {rejections.map(explainQuoteRejection).map((words) => (
          <PressAnswer tone="stop" key={words}>
            <p>{words}</p>
          </PressAnswer>
        ))}
        <form ref={form} onSubmit={submit}>
          {bill && rejections.length === 0 && (
            <JobCard>
              <JobCardBody>
                <BookingBill quote={bill} mode={job.mode} />
                <PayChoices
                  payBy={payBy}
                  online={online}
                  minutesToPay={facts.shop.payment_minutes}
                  onChange={(chosen) => updateDraft({ payBy: chosen, agreedTotal: null })}
                />
                <SendAnswer
                  sending={toVerify ? { status: 'idle' } : sending}
                  bill={bill}
                  isChanged={price.was !== null}
                  picked={picked}
                  onPick={pick}
                  onTakeBack={() => updateDraft({ agreedTotal: null })}
                />
                {!asked && (
                  <>
                    <PriceButton
                      wide
                      change={price}
                      busy={sending.status !== 'idle' && sending.status !== 'failed'}
                      busyLabel={sending.status === 'waiting' ? 'Waiting for the internet' : 'Booking'}
                    >
                      {payBy === 'after_service' ? 'Book for' : 'Book and pay'} {formatRupees(bill.total)}
                    </PriceButton>
                    <Text size="small">
                      {payBy === 'after_service' && 'Nothing to pay now. '}
                      {slot.free_until && (
                        <>
                          Free to cancel or move until <b>{freeUntilWords({ free_until: slot.free_until })}</b>.{' '}
                        </>
                      )}
                      {lateWords(bill, job.mode)}
                    </Text>
                  </>
                )}
              </JobCardBody>
            </JobCard>
          )}
          <label className={styles.website} aria-hidden="true">
            Leave this empty
            <input ref={website} name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </form>
        {failed && asked && (
          <LazyModule name="verify-phone" what="the form for the code" load={() => import('./verify-phone.tsx')}>
            {({ VerifyPhone }) => (
              <VerifyPhone
                asked={asked}
                phone={parsePhone(draft.details.phone) ?? ''}
                onVerified={() => {
                  drawNumberProof();
                  send(failed.total); // not a price that came after the press
                }}
                onPick={pick}
                onOtherNumber={otherNumber}
                onWithoutCoupon={() => takeCoupon('')}
              />
            )}
          </LazyModule>
        )}
        <Stack start>
          <BackLink to="time">Back to place and time</BackLink>
        </Stack>
      </div>
    </div>
  );
}

/**
 * Focuses the form's button when something that was shown in its place has been removed.
 * @returns for the form
 */
function useFocusAfter(isReplaced: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const wasReplaced = useRef(false);
  useEffect(() => {
    if (wasReplaced.current && !isReplaced)
      form.current?.querySelector<HTMLElement>('button[type=submit]')?.focus({ preventScroll: true });
    wasReplaced.current = isReplaced;
  }, [isReplaced]);
  return form;
}

/** What cancelling late costs. The page can't know whether this number has had its free first time. */
function lateWords({ late_fee, visit_fee }: Quote, mode: ServiceMode): string {
  const late = `Cancelling later costs ${formatRupees(late_fee)} (free the first time for a phone number)`;
  if (visit_fee === null) return `${late}.`;
  return `${late}, or ${formatRupees(visit_fee)} once ${mode === 'pickup' ? 'we have your bike' : 'the mechanic is on the way'}.`;
}
