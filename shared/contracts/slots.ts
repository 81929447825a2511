import type { ReactNode } from 'react';
import type { BookingDetails } from './answers/booking.ts';

/**
 * The places that remotes may fill, and the props of the fragment in each. A layout or a page places a slot with
 * `<Slot name=…>` of `@twostroke/shared/state`; the remote whose manifest lists the slot fills it. The map is open: an app
 * adds the slots that it places by declaration merging.
 */
export interface Slots {
  /** In the frame of every page: the cart, opened and closed by `cartDrawerAtom`. */
  'cart-drawer': object;
  /** In the frame of every page: announces new bookings to admins. */
  'admin-alerts': object;
  /** On the page of a guest's link: the booking and everything that its customer can do with it. */
  'customer-booking': CustomerBookingProps;
  /** In /admin: the invoice of any booking, or the vouchers before it, to read and print. */
  'booking-invoice': BookingInvoiceSlotProps;
}

export type SlotName = keyof Slots;

export interface BookingInvoiceSlotProps {
  /** Id of the booking. */
  booking: string;
  /** The vouchers of what was paid in advance, when there is no invoice yet. */
  beforeInvoice?: boolean;
  /** The way back to it. */
  back: ReactNode;
}

export interface CustomerBookingProps {
  /** Opens the booking. From the fragment of the address. */
  manageToken: string;
  /**
   * The receipt of a booking that was just made, with its heading: shown until the booking has loaded. Then the heading
   * of the booking takes the focus, and a payment that is due starts. null when the link was opened later.
   */
  receipt: ReactNode;
  /** The link is that of the invoice, which is shown at first. */
  opensInvoice?: boolean;
  /** The booking as it was answered when it was made: it is not read again. */
  made?: BookingDetails | null;
}
