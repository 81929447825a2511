import { paths } from '@twostroke/shared/contracts/paths';
import { shop } from '@twostroke/shared/domain/shop';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Icon } from '@twostroke/shared/ui/icon';
import { phone } from '@twostroke/shared/ui/icons';
import { Row } from '@twostroke/shared/ui/row';
import type { ReactNode } from 'react';
import { isClosed, type ListedBooking } from '../../model/booking.ts';

export interface MemberActionsProps {
  booking: ListedBooking;
  /** Where its invoice is; null without one. */
  invoice: string | null;
  /** Buttons that change it. */
  children: ReactNode;
}

/** What a member can do with a booking: read its invoice, call, change it, or book the same again once it is over. */
export function MemberActions({ booking, invoice, children }: MemberActionsProps) {
  const again = againPath(booking);
  return (
    <Row>
      {invoice && (
        <ButtonLink to={invoice} variant="line" small>
          Invoice
        </ButtonLink>
      )}
      {isClosed(booking) && again && (
        <ButtonLink to={again} small>
          Book it again
        </ButtonLink>
      )}
      <ButtonLink to={`tel:${shop.phone}`} variant="line" small>
        <Icon path={phone} />
        Call {shop.phoneShown}
      </ButtonLink>
      {children}
    </Row>
  );
}

/** The page of the same package for the same bike. */
function againPath({ model_id, items }: ListedBooking): string | null {
  const [brandSlug, modelSlug] = model_id.split('/');
  const primary = items.find((item) => item.package_type === 'primary');
  return brandSlug && modelSlug && primary ? paths.servicePackage(brandSlug, modelSlug, primary.item_id) : null;
}
