/** State of the navigation from the last step to the booking: its heading then takes the focus. */
export const justBooked = { booked: true } as const;

/** @param state of the current location, anything */
export function isJustBooked(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'booked' in state;
}
