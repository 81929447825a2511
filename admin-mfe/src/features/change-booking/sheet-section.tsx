import { answerExtraWork } from '@twostroke/shared/api/bookings';
import { toAppError } from '@twostroke/shared/client';
import { atShop, formatDay, formatInstant, formatWindow } from '@twostroke/shared/domain/calendar';
import {
  answeredWords,
  changeOf,
  extraWorkAnswers,
  extraWorkLine,
  limitUsed,
  limitWords,
  newsOfLine,
} from '@twostroke/shared/domain/extra-work';
import { formatRupees } from '@twostroke/shared/domain/money';
import { notify } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { Disclosure } from '@twostroke/shared/ui/disclosure';
import { Note } from '@twostroke/shared/ui/note';
import { Row } from '@twostroke/shared/ui/row';
import { Stack } from '@twostroke/shared/ui/stack';
import { YesNoList } from '@twostroke/shared/ui/yes-no-list';
import { explain } from '../../messages.ts';
import { useMay } from '../../model/duty.ts';
import { BookingComplaint, BookingFacts } from './booking-facts.tsx';
import { BookingFindings } from './booking-findings.tsx';
import { BookingMessages } from './booking-messages.tsx';
import { BookingMoney } from './booking-money.tsx';
import { BookingParts } from './booking-parts.tsx';
import { BookingTrail } from './booking-trail.tsx';
import type { StaffChange } from './change.ts';
import { JobChecklist } from './job-checklist.tsx';
import type { AdminBooking } from './read-booking.ts';
import { foldsFacts, type SheetPart } from './sheet-order.ts';

export interface SheetSectionProps {
  part: SheetPart;
  booking: AdminBooking;
  /** Missing while another change of the booking is open. */
  onChoose: ((change: StaffChange) => void) | undefined;
  onChanged: () => Promise<void>;
}

/** One section of a booking's sheet. */
export function SheetSection({ part, booking, onChoose, onChanged }: SheetSectionProps) {
  const { status } = booking;
  switch (part) {
    case 'complaint':
      return <BookingComplaint booking={booking} />;
    case 'found':
      return <BookingFindings booking={booking} onChoose={onChoose} onChanged={onChanged} />;
    case 'question':
      return <OpenQuestion booking={booking} />;
    case 'extra':
      return <ExtraWorkAnswers booking={booking} onChoose={onChoose} onChanged={onChanged} />;
    case 'work':
      return <JobChecklist booking={booking} onChanged={onChanged} />;
    case 'used':
      return <BookingParts booking={booking} onChanged={onChanged} />;
    case 'money':
      return (
        <BookingMoney
          payment={booking.payment}
          isBilled={status === 'ready' || status === 'completed'}
          onChoose={onChoose}
        />
      );
    case 'facts':
      return foldsFacts(status) ? (
        <Disclosure summary={`Booking: ${factsWords(booking)}`}>
          <Stack>
            <BookingFacts booking={booking} />
          </Stack>
        </Disclosure>
      ) : (
        <BookingFacts booking={booking} />
      );
    case 'messages':
      return <BookingMessages messages={booking.message_outbox} onChanged={onChanged} />;
    case 'trail':
      return <BookingTrail booking={booking} />;
  }
}

/** "Asha Kulkarni, Sat 21 Nov, 11 am–1 pm". */
function factsWords({ customer_name, booking_date, booking_time, window_end }: AdminBooking): string {
  return `${customer_name}, ${formatDay(booking_date)}, ${formatWindow(booking_time, window_end)}`;
}

/** Other work that waits for the answer of the customer. */
function OpenQuestion({ booking: { item_question: question } }: { booking: AdminBooking }) {
  if (!question) return null;
  const names = question.lines.filter(({ is_new }) => is_new).map(({ name }) => name);
  return (
    <Note tone="warn">
      <p>
        The customer is asked since {formatInstant(question.asked_at)}: {names.join(', ')},{' '}
        {formatRupees(question.total)} in all, {formatRupees(question.rise)} more. Did they say yes on the phone? Note
        it with “Change what is done…”.
      </p>
    </Note>
  );
}

/** Extra work with its answers; staff note what the customer says on the phone. */
function ExtraWorkAnswers({ booking, onChoose, onChanged }: Omit<SheetSectionProps, 'part'>) {
  const may = useMay();
  const { extra_work: lines, approval_limit } = booking;
  if (lines.length === 0) return null;
  const asked = may('work_on_jobs') && onChoose ? lines.filter(({ status }) => status === 'proposed') : [];
  return (
    <>
      <YesNoList
        title="Extra work"
        lines={lines.map((line) => ({
          ...extraWorkLine(line),
          said: newsOfLine(line, atShop(new Date()).date),
          change: changeOf(line),
          ...(!may('work_on_jobs') && { open: false, change: null }),
        }))}
        foot={limitWords(approval_limit, limitUsed(booking))}
        words={{ ...extraWorkAnswers, none: 'Called, no answer' }}
        onAnswer={async (id, answer) => {
          try {
            // The answer holds for the price that was said.
            await answerExtraWork(lines.find((line) => line.id === id) ?? { id }, answer, {
              note: answer === 'none' ? 'Called, no answer' : `Said ${answer} on the phone`,
            });
            void notify(answeredWords(lines, id, answer));
          } catch (thrown) {
            // The customer or a colleague has answered.
            if (toAppError(thrown).code === 'conflict') await onChanged();
            return explain(thrown);
          }
          await onChanged();
          return null;
        }}
      />
      {asked.length > 0 && (
        <Row>
          {asked.map(({ id, name }) => (
            <Button key={id} variant="line" onClick={() => onChoose?.({ line: id })}>
              Correct the price: {name}
            </Button>
          ))}
        </Row>
      )}
    </>
  );
}
