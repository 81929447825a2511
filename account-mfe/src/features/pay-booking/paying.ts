const PAYING_KEY = 'twostroke.paying';

/** Remembers in this tab which booking is being paid on the gateway's page. */
export function leaveToPay(booking: string): void {
  try {
    sessionStorage.setItem(PAYING_KEY, booking);
  } catch {
    // Without storage the page shows that it is paid, without a toast.
  }
}

/** Whether the gateway's page was opened from this tab to pay this booking. */
export function hasLeftToPay(booking: string): boolean {
  try {
    return sessionStorage.getItem(PAYING_KEY) === booking;
  } catch {
    return false;
  }
}

/** Forgets it. */
export function endPaying(): void {
  try {
    sessionStorage.removeItem(PAYING_KEY);
  } catch {
    // Nothing is stored.
  }
}
