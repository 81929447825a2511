import { paths } from '@twostroke/shared/contracts/paths';
import { explainError } from '@twostroke/shared/data';
import { answerExtraWork } from '@twostroke/shared/data/bookings';
import { paymentActions } from '@twostroke/shared/data/payment-actions';
import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import { atShop, formatTime } from '@twostroke/shared/domain/calendar';
import { useLoaderData, useRevalidator, useSearchParams } from '@twostroke/shared/router';
import { sessionAtom } from '@twostroke/shared/state';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { ExtraWork } from '@twostroke/shared/ui/extra-work';
import { HandoverCode } from '@twostroke/shared/ui/handover-code';
import { Head } from '@twostroke/shared/ui/head';
import { LiveMark } from '@twostroke/shared/ui/live-mark';
import { LiveRegion } from '@twostroke/shared/ui/live-region';
import { Note } from '@twostroke/shared/ui/note';
import { PaymentPanel } from '@twostroke/shared/ui/payment-panel';
import { SideColumn, TwoColumns } from '@twostroke/shared/ui/two-columns';
import { statusWord } from '@twostroke/shared/ui/status-badge';
import { Tabs } from '@twostroke/shared/ui/tabs';
import { WorkDone } from '@twostroke/shared/ui/work-done';
import { Wrap } from '@twostroke/shared/ui/wrap';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { BookingActions } from '../features/change-booking/booking-actions.tsx';
import { useLiveBookings } from '../features/follow-bookings/use-live-bookings.ts';
import { BookingBill } from '../features/read-bookings/booking-bill.tsx';
import { BookingCard } from '../features/read-bookings/booking-card.tsx';
import { bookingsOf, isClosed, jobName } from '../features/read-bookings/booking.ts';
import { InvoicePage } from '../features/read-invoice/invoice-page.tsx';
import { NoBookings } from '../features/read-bookings/no-bookings.tsx';
import { OtherBookings } from '../features/read-bookings/other-bookings.tsx';
import styles from './my-bookings.module.css';
import type { MyBookings } from './my-bookings.loader.ts';

export { loader } from './my-bookings.loader.ts';

/** /my-bookings: the nearest booking in full, the others beside it; the past under its own address. */
export function Component() {
  const { bookings, standings, readAt } = useLoaderData<MyBookings>();
  const { revalidate } = useRevalidator();
  const [params] = useSearchParams();
  const session = useAtomValue(sessionAtom);
  const [change, setChange] = useState('');
  const [cancelled, setCancelled] = useState<string | null>(null);
  const live = useLiveBookings(session.status === 'signed-in' ? session.user.id : null, (changed) => {
    if (changed) announce(changed);
    void revalidate();
  });

  // The own cancelling comes back live in the same words, so that it is announced once.
  function announce({ number, status }: { number: string; status: string }): void {
    setChange(`Booking ${number}: ${statusWord(status)}`);
  }

  const view = params.get('view') === 'past' ? 'past' : 'next';
  const listed = bookingsOf(bookings, view);
  const shown = listed.find(({ id }) => id === params.get('booking')) ?? listed[0];
  const standing = shown && standings[shown.id];
  const { date: today, time } = atShop(readAt);
  if (shown?.status === 'completed' && params.get('show') === 'invoice')
    return <InvoicePage booking={shown} backTo={`?${new URLSearchParams({ view, booking: shown.id })}`} />;
  return (
    <Wrap width="booking" className={styles.page}>
      <Head title="My bookings" noIndex />
      <h1>My bookings</h1>
      <Tabs
        label="Bookings"
        tabs={[
          { to: paths.myBookings(), label: 'Now and next', current: view === 'next' },
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
            {standing && <HandoverCode code={standing.handover_code} mode={shown.mode as ServiceMode} />}
            <ExtraWork
              lines={shown.extra_work}
              limit={shown.approval_limit}
              onAnswer={async (id, approve) => {
                try {
                  await answerExtraWork(id, approve);
                } catch (thrown) {
                  return explainError(thrown);
                } finally {
                  await revalidate();
                }
                return null;
              }}
            />
            {standing?.payment && (
              <PaymentPanel
                key={shown.id}
                payment={standing.payment}
                actions={paymentActions({ booking: shown.id })}
                bookingStatus={shown.status}
                onChanged={() => void revalidate()}
              />
            )}
            {standing && <WorkDone key={`${shown.id} work`} summary="What was done" lines={standing.checklist} />}
            <BookingBill booking={shown} dues={standing?.payment}>
              <BookingActions
                key={shown.id}
                booking={{ ...shown, job: jobName(shown) }}
                over={isClosed(shown)}
                invoice={
                  shown.status === 'completed'
                    ? `?${new URLSearchParams({ view, booking: shown.id, show: 'invoice' })}`
                    : null
                }
                terms={standing?.terms ?? null}
                today={today}
                onMoved={() => {
                  setChange(`Booking ${shown.number} is moved`);
                  void revalidate();
                }}
                onCancelled={() => {
                  setCancelled(shown.number);
                  announce({ ...shown, status: 'cancelled' });
                  void revalidate();
                }}
              />
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
    </Wrap>
  );
}
