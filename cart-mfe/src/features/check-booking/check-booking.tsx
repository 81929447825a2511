import type { AppError } from '@twostroke/shared/data';
import type { BookingReceipt } from '@twostroke/shared/data/bookings';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { freeToCancelUntil } from '@twostroke/shared/domain/cancellation';
import { formatRupees } from '@twostroke/shared/domain/money';
import type { SelectedVehicle } from '@twostroke/shared/domain/vehicle';
import { haptic } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { JobCard, JobCardBody } from '@twostroke/shared/ui/job-card';
import { Note } from '@twostroke/shared/ui/note';
import { SkeletonCard } from '@twostroke/shared/ui/skeleton';
import { Stack } from '@twostroke/shared/ui/stack';
import { Text } from '@twostroke/shared/ui/text';
import { useRef, useState, type FormEvent } from 'react';
import { BackLink } from '../../booking/back-link.tsx';
import type { BookingDraft, ChosenSlot } from '../../booking/booking-draft.ts';
import type { BookingFacts } from '../../booking/booking-facts.ts';
import columns from '../../booking/columns.module.css';
import { updateDraft } from '../../booking/draft-store.ts';
import { jobKey, type Job } from '../../booking/job.ts';
import { LoadProblem } from '../../booking/load-problem.tsx';
import type { Quote } from '@twostroke/shared/data/quote';
import type { Loaded } from '../../booking/use-loaded.ts';
import { BookingAnswers } from './booking-answers.tsx';
import { BookingBill } from './booking-bill.tsx';
import { newQuoteOf } from './booking-conflict.ts';
import styles from './check-booking.module.css';
import { CouponForm } from './coupon-form.tsx';
import { GstinForm } from './gstin-form.tsx';
import { PayChoices } from './pay-choices.tsx';
import { bookingRequest } from './booking-request.ts';
import { SendProblem } from './send-problem.tsx';
import { useSendBooking } from './use-send-booking.ts';

export interface CheckBookingProps {
  draft: BookingDraft & { slot: ChosenSlot };
  job: Job;
  vehicle: SelectedVehicle;
  quote: Loaded<Quote>;
  facts: BookingFacts;
  onBooked: (receipt: BookingReceipt) => void;
  /** Answers whether the failure is put right at another step, to which it then goes. */
  onRefused: (error: AppError) => boolean;
}

/** Step 5: everything once more, the bill, and the button. */
export function CheckBooking({ draft, job, vehicle, quote, facts, onBooked, onRefused }: CheckBookingProps) {
  const website = useRef<HTMLInputElement>(null);
  const [news, setNews] = useState<string | null>(null);
  const { slot } = draft;
  const online = facts.shop.payment_provider !== null;
  const payBy = draft.payBy === 'online' && !online ? 'after_service' : (draft.payBy ?? 'after_service');
  const { sending, send, forget } = useSendBooking({
    agreedTotal: draft.agreedTotal,
    requestFor: (total) => bookingRequest({ ...draft, payBy }, job, total, website.current?.value ?? ''),
    onBooked,
    onFailed: (error) => {
      haptic('refused');
      const changed = error.hint === 'price_changed' ? newQuoteOf(error) : null;
      if (!changed) return onRefused(error);
      const why = changed.coupon?.reason ? `${changed.coupon.reason} ` : '';
      setNews(
        `${why}The price has changed to ${formatRupees(changed.total)}. Look at the bill, and book again if you agree.`,
      );
      quote.replace(changed);
      return true;
    },
  });
  const bill = quote.status === 'ready' ? quote.data : null;
  const refusals = bill?.refusals ?? [];

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!bill) return;
    setNews(null);
    send(bill.total);
  }

  return (
    <div className={columns.wide}>
      <BookingAnswers
        draft={draft}
        vehicle={vehicle}
        quote={bill}
        areaName={facts.areas.find(({ slug }) => slug === draft.address.area)?.name ?? ''}
        workshopAddress={facts.shop.address}
      />
      <div className={styles.side}>
        {quote.status === 'failed' && <LoadProblem what="the price" error={quote.error} onRetry={quote.reload} />}
        {(quote.status === 'loading' || quote.status === 'idle') && (
          <SkeletonCard lines={4} label="Loading the price" />
        )}
        {refusals.map(({ reason }) => (
          <Note tone="stop" role="alert" key={reason}>
            <p>{reason}</p>
          </Note>
        ))}
        {news && (
          <Note tone="warn" role="alert">
            <p>{news}</p>
          </Note>
        )}
        {sending.status === 'failed' && (
          <SendProblem
            error={sending.error}
            onPick={({ date, start, end }) => {
              updateDraft({ slot: { date, start, end, job: jobKey(job) } });
              setNews(`Now ${formatDay(date)}, ${formatWindow(start, end)}. If that suits you, book it.`);
              forget();
            }}
          />
        )}
        {sending.status === 'waiting' && (
          <Note tone="warn" role="status">
            <p>
              <b>Your booking is saved on this phone.</b> Leave this page open: we send it once, by itself, when the
              internet is back, and ask you again if the time has gone.
            </p>
            <Button variant="line" small onClick={() => updateDraft({ agreedTotal: null })}>
              Don&apos;t send it
            </Button>
          </Note>
        )}
        <CouponForm
          used={draft.coupon ?? ''}
          answer={bill?.coupon ?? null}
          onUse={(coupon) => {
            setNews(null);
            updateDraft({ coupon, agreedTotal: null });
          }}
        />
        <GstinForm used={draft.gstin ?? ''} onUse={(gstin) => updateDraft({ gstin, agreedTotal: null })} />
        <form onSubmit={submit}>
          {bill && refusals.length === 0 && (
            <JobCard>
              <JobCardBody>
                <BookingBill quote={bill} mode={job.mode} />
                <PayChoices
                  payBy={payBy}
                  online={online}
                  onChange={(chosen) => updateDraft({ payBy: chosen, agreedTotal: null })}
                />
                <Button
                  type="submit"
                  wide
                  busy={sending.status !== 'idle' && sending.status !== 'failed'}
                  busyLabel={sending.status === 'waiting' ? 'Waiting for the internet' : 'Booking'}
                >
                  {payBy === 'after_service' ? 'Book for' : 'Book and pay'} {formatRupees(bill.total)}
                </Button>
                <Text size="small">
                  {payBy === 'after_service' && 'Nothing to pay now. '}Free to cancel or move until{' '}
                  <b>{freeToCancelUntil(slot.date, slot.start)}</b>; after that ₹100, the first time is on us.
                </Text>
              </JobCardBody>
            </JobCard>
          )}
          <label className={styles.website} aria-hidden="true">
            Leave this empty
            <input ref={website} name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </form>
        <Stack start>
          <BackLink to="you">Back to your details</BackLink>
        </Stack>
      </div>
    </div>
  );
}
