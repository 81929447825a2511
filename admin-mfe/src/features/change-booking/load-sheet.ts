/** The sheet of a booking is downloaded once the board stands, or with the booking that the address names. */
export const loadSheet = () => import('./booking-sheet.tsx');
