import { atShop, formatDay, formatTime } from '@twostroke/shared/domain/calendar';
import { Heading } from '@twostroke/shared/ui/heading';
import { Stack } from '@twostroke/shared/ui/stack';
import { statusWord } from '@twostroke/shared/ui/status-badge';
import { Trail } from '@twostroke/shared/ui/trail';
import type { BookingDetail } from './read-booking.ts';

const actors: Readonly<Record<string, string>> = { customer: 'the customer', admin: 'the shop', system: 'the system' };

/** Who did what when, the latest first. */
export function BookingTrail({ booking }: { booking: BookingDetail }) {
  return (
    <Stack as="section" gap="s">
      <Heading level={3} size="s">
        Trail
      </Heading>
      <Trail
        wide
        items={booking.booking_events.map((event) => {
          const { date, time } = atShop(event.at);
          const note = event.note ? `: ${event.note}` : '';
          return {
            key: String(event.id),
            time: `${formatDay(date)}, ${formatTime(time)}`,
            text: `${statusWord(event.to_status)} by ${actors[event.actor] ?? event.actor}${note}`,
          };
        })}
      />
    </Stack>
  );
}
