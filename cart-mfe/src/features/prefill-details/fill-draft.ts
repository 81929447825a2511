import { formatPhone } from '@twostroke/shared/domain/phone';
import type { SessionUser } from '@twostroke/shared/state';
import type { BookingFacts } from '../../model/booking-facts.ts';
import type { BookingDraft } from '../../model/booking-draft.ts';
import type { Profile } from '@twostroke/shared/api/profiles';

/** The draft with its empty fields filled in from the account; what was typed stays. */
export function fillDraft(
  draft: BookingDraft,
  user: SessionUser,
  profile: Profile | null,
  areas: BookingFacts['areas'],
): Partial<BookingDraft> {
  const { details, address } = draft;
  const phone = profile?.phone ?? user.phone;
  const area = address.area || (profile?.area_slug ?? '');
  return {
    prefilledFor: user.id,
    details: {
      ...details,
      name: details.name || (profile?.full_name ?? user.fullName ?? ''),
      phone: details.phone || (phone ? formatPhone(phone).replace('\u00a0', ' ') : ''),
      email: details.email || (user.email ?? ''),
    },
    address: {
      line: address.line || (profile?.address_line ?? ''),
      landmark: address.landmark || (profile?.landmark ?? ''),
      area,
      pin: address.pin || (areas.find(({ slug }) => slug === area)?.pin ?? ''),
    },
  };
}
