import { callRpc } from '@twostroke/shared/data';

/**
 * Cancels with the link's token, until 2 hours before the window.
 * @throws AppError `conflict` with hint too_late or not_allowed
 */
export async function cancelBooking(bookingId: string, token: string, reason: string): Promise<void> {
  await callRpc('cancel_booking', { booking: bookingId, manage_token: token, ...(reason ? { reason } : {}) });
}
