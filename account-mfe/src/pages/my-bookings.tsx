import { paths } from '@twostroke/shared/contracts/paths';
import { atShop, formatTime } from '@twostroke/shared/domain/calendar';
import { termsWords } from '@twostroke/shared/domain/change-terms';
import { useLoaderData, useRevalidator, useSearchParams } from '@twostroke/shared/router';
import { sessionAtom } from '@twostroke/shared/state';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Head } from '@twostroke/shared/ui/head';
import { LiveMark } from '@twostroke/shared/ui/live-mark';
import { LiveRegion } from '@twostroke/shared/ui/live-region';
import { Note } from '@twostroke/shared/ui/note';
import { SideColumn, TwoColumns } from '@twostroke/shared/ui/two-columns';
import { statusWord } from '@twostroke/shared/domain/booking-status';
import { Text } from '@twostroke/shared/ui/text';
import { Tabs } from '@twostroke/shared/ui/tabs';
import { Container } from '@twostroke/shared/ui/container';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { ExtraWork } from '../features/answer-extra-work/extra-work.tsx';
import { ChangeButtons, type BookingChange } from '../features/change-booking/change-buttons.tsx';
import { ChangeDialogs } from '../features/change-booking/change-dialogs.tsx';
import { useLiveBookings, type ChangedBooking } from '../features/follow-bookings/use-live-bookings.ts';
import { paymentActions } from '../features/pay-booking/payment-actions.ts';
import { PaymentPanel } from '../features/pay-booking/payment-panel.tsx';
import { BookingBill } from '../features/read-bookings/booking-bill.tsx';
import { BookingCard } from '../features/read-bookings/booking-card.tsx';
import { MemberActions } from '../features/read-bookings/member-actions.tsx';
import { BookingInvoice } from '../features/read-invoice/booking-invoice.tsx';
import { NoBookings } from '../features/read-bookings/no-bookings.tsx';
import { OtherBookings } from '../features/read-bookings/other-bookings.tsx';
import { bookingsOf, type ListedBooking } from '../model/booking.ts';
import { HandoverCode } from '../parts/handover-code.tsx';
import { WorkDone } from '../parts/work-done.tsx';
import styles from './my-bookings.module.css';
import type { MyBookings } from './my-bookings.loader.ts';

export { loader } from './my-bookings.loader.ts';

/** /my-bookings: the nearest booking in full, the others beside it; the past under its own address. */
export function Component() {
  const { bookings, liveDetails, readAt } = useLoaderData<MyBookings>();
  const { revalidate } = useRevalidator();
  const [params] = useSearchParams();
  const session = useAtomValue(sessionAtom);
  const [change, setChange] = useState('');
  const [cancelled, setCancelled] = useState<string | null>(null);
  const [asking, setAsking] = useState<BookingChange | null>(null);
  const live = useLiveBookings(session.status === 'signed-in' ? session.user.id : null, (changed) => {
    if (changed) announce(changed);
    void revalidate();
  });

  // The user's own cancellation also arrives live with the same text, so it is announced once.
  function announce({ number, status }: ChangedBooking): void {
    setChange(`Booking ${number}: ${statusWord(status)}`);
  }

  function changed(booking: ListedBooking, change: BookingChange): void {
    if (change === 'cancel') {
      setCancelled(booking.number);
      announce({ ...booking, status: 'cancelled' });
    } else setChange(`Booking ${booking.number} is moved`);
    void revalidate();
  }

  const view = params.get('view') === 'past' ? 'past' : 'next';
  const listed = bookingsOf(bookings, view);
  const shown = listed.find(({ id }) => id === params.get('booking')) ?? listed[0];
  const details = shown && liveDetails[shown.id];
  const { date: today, time } = atShop(readAt);
  if (shown?.status === 'completed' && params.get('show') === 'invoice')
    return (
      <Container width="booking">
        <Head title={`Invoice for booking ${shown.number}`} noIndex />
        <BookingInvoice
          bookingKey={{ booking: shown.id }}
          back={<Anchor to={`?${new URLSearchParams({ view, booking: shown.id })}`}>Back to the booking</Anchor>}
        />
      </Container>
    );
  return (
    <Container width="booking" className={styles.page}>
      <Head title="My bookings" noIndex />
      <h1>My bookings</h1>
      <Tabs
        label="Bookings"
        tabs={[
          { to: paths.myBookings(), label: 'Upcoming', current: view === 'next' },
          { to: `${paths.myBookings()}?view=past`, label: 'Past', current: view === 'past' },
        ]}
      />
      {/* Not a live region: the change itself is announced below. */}
      {cancelled && view === 'next' && (
        <Note tone="ok">
          <p>
            <b>Booking {cancelled} is cancelled.</b> You find it under{' '}
            <Anchor to={`${paths.myBookings()}?view=past`}>Past</Anchor>.
          </p>
        </Note>
      )}
      {shown ? (
        <TwoColumns wide>
          <BookingCard
            booking={shown}
            today={today}
            mark={
              view === 'next' && (
                <LiveMark live={live}>
                  {live ? 'Live' : 'Not live'}, updated {formatTime(time)}
                </LiveMark>
              )
            }
          />
          <SideColumn>
            {details && <HandoverCode code={details.handover_code} mode={shown.mode} />}
            <ExtraWork lines={shown.extra_work} limit={shown.approval_limit} onAnswered={revalidate} />
            {details?.payment && (
              <PaymentPanel
                key={shown.id}
                payment={details.payment}
                actions={paymentActions({ booking: shown.id })}
                bookingStatus={shown.status}
                onChanged={() => void revalidate()}
              />
            )}
            {details && <WorkDone key={`${shown.id} work`} lines={details.checklist} />}
            <BookingBill booking={shown} payment={details?.payment}>
              {details?.terms.can_cancel && <Text size="small">{termsWords(details.terms)}</Text>}
              <MemberActions
                booking={shown}
                invoice={
                  shown.status === 'completed'
                    ? `?${new URLSearchParams({ view, booking: shown.id, show: 'invoice' })}`
                    : null
                }
              >
                {details && <ChangeButtons small terms={details.terms} onAsk={setAsking} />}
              </MemberActions>
              {details && (
                <ChangeDialogs
                  key={`${shown.id} changes`}
                  booking={shown}
                  terms={details.terms}
                  asking={asking}
                  onClose={() => setAsking(null)}
                  onChanged={(change) => changed(shown, change)}
                />
              )}
            </BookingBill>
            <OtherBookings
              title={view === 'past' ? 'Earlier' : 'Next'}
              bookings={listed.filter((booking) => booking !== shown)}
              linkTo={({ id }) => `?${new URLSearchParams({ ...(view === 'past' && { view }), booking: id })}`}
            />
          </SideColumn>
        </TwoColumns>
      ) : (
        <NoBookings view={view} />
      )}
      <LiveRegion message={change} />
    </Container>
  );
}
