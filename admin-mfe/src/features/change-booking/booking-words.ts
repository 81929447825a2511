import { formatRupees } from '@twostroke/shared/domain/money';
import type { AdminBooking } from './read-booking.ts';

/* A booking's facts in words, for the sheet and for the printed job card. */

/** "Royal Enfield Classic 350, 2021 model". */
export function bikeWords({ bike_name, model_year }: Pick<AdminBooking, 'bike_name' | 'model_year'>): string {
  return model_year ? `${bike_name}, ${model_year} model` : bike_name;
}

/** The address with its landmark, area and PIN; empty when the bike comes to the workshop. */
export function placeWords(booking: Pick<AdminBooking, 'address_line' | 'landmark' | 'areas' | 'pin'>): string {
  return [booking.address_line, booking.landmark, booking.areas?.name, booking.pin].filter(Boolean).join(', ');
}

/** What the customer allows beyond what is booked. */
export function limitPhrase({ approval_limit }: Pick<AdminBooking, 'approval_limit'>): string {
  return approval_limit > 0
    ? `Extra work up to ${formatRupees(approval_limit)} without asking`
    : 'Ask before any extra work';
}

/** What is said of a bike that has no plate yet. */
export function noPlateWords({ chassis_last5 }: Pick<AdminBooking, 'chassis_last5'>): string {
  return chassis_last5 ? `Plate not issued yet, chassis ends in ${chassis_last5}` : 'Plate not issued yet';
}
