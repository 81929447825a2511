import { paths } from '@twostroke/shared/contracts/paths';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { ErrorPanel } from '@twostroke/shared/ui/error-panel';

/** Shown for a link that opens no booking: cut off, mistyped, or too old. */
export function BookingMissing() {
  return (
    <ErrorPanel
      level={1}
      title="We could not find this booking"
      actions={
        <ButtonLink variant="line" to={paths.bookService()}>
          Book a service
        </ButtonLink>
      }
    >
      <p>
        The link may be cut off, or older than 30 days after the work. Your bookings are safe with us: call, and say
        your name and number.
      </p>
    </ErrorPanel>
  );
}
