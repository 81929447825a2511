import { eventWords } from '@twostroke/shared/api/event-messages';
import { atShop, formatDay, formatInstant, formatTime } from '@twostroke/shared/domain/calendar';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Heading } from '@twostroke/shared/ui/heading';
import { Stack } from '@twostroke/shared/ui/stack';
import { statusWord } from '@twostroke/shared/domain/booking-status';
import { Trail } from '@twostroke/shared/ui/trail';
import type { AdminBooking, StaffBookingEvent } from './read-booking.ts';

const actors: Readonly<Record<StaffBookingEvent['actor'], string>> = {
  customer: 'the customer',
  admin: 'the shop',
  system: 'the system',
  service: 'a script',
};

/** A person of the shop by name; anyone else by what they are. */
function who({ actor, actor_id }: StaffBookingEvent, names: AdminBooking['names']): string {
  return (actor === 'admin' && actor_id && names[actor_id]) || actors[actor];
}

/** Who did what and when, the latest first. */
export function BookingTrail({ booking }: { booking: AdminBooking }) {
  return (
    <Stack as="section" gap="s">
      <Heading level={3} size="s">
        Trail
      </Heading>
      <Trail
        wide
        items={booking.booking_events.map((event) => {
          const { date, time } = atShop(event.at);
          const words = eventWords(event);
          return {
            key: String(event.id),
            time: `${formatDay(date)}, ${formatTime(time)}`,
            text: `${eventWord(event)} by ${who(event, booking.names)}${words && `: ${words}`}`,
          };
        })}
      />
    </Stack>
  );
}

function eventWord({ from_status, to_status, moved_from, fee }: StaffBookingEvent): string {
  if (moved_from) return `Moved from ${formatInstant(moved_from)}${feePart(fee)}`;
  if (from_status === to_status && fee === 0) return 'Noted';
  return `${statusWord(to_status)}${feePart(fee)}`;
}

function feePart(fee: number): string {
  return fee === 0 ? '' : `, fee ${fee > 0 ? '+' : ''}${formatRupees(fee)},`;
}
