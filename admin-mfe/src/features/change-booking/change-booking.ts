import { callRpc } from '@twostroke/shared/data';

/** Confirms a booking by giving it to a mechanic. @throws AppError with a sentence to show */
export async function assignBooking(booking: string, mechanic: string): Promise<void> {
  await callRpc('set_booking_status', { booking, to_status: 'assigned', mechanic });
}

/** @param finalPrice the bill in whole rupees, GST included. @throws AppError with a sentence to show */
export async function completeBooking(booking: string, finalPrice: number): Promise<void> {
  await callRpc('set_booking_status', { booking, to_status: 'completed', final_price: finalPrice });
}

/** Cancels for the shop and frees the place. @throws AppError with a sentence to show */
export async function cancelBooking(booking: string, reason: string): Promise<void> {
  await callRpc('cancel_booking', { booking, reason });
}
