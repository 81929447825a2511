import { alertBody, alertTitle, type NewBooking } from './booking-alert.ts';

/**
 * Asks the browser whether it may show notifications.
 * @returns why not, as a sentence; null when it may
 */
export async function askForNotifications(): Promise<string | null> {
  if (!('Notification' in window)) return 'This browser has no notifications. The sound works without them.';
  const answer = await Notification.requestPermission();
  if (answer === 'granted') return null;
  return answer === 'denied'
    ? 'The browser refuses notifications from this site. Allow them in its settings for this site, then switch this on again.'
    : 'The browser was not allowed to show notifications. Switch this on again and choose Allow.';
}

/** Shows the alert outside the page while it is hidden: one per booking, also with several tabs open. */
export function notifyBrowser(booking: NewBooking, onOpen: () => void): void {
  if (!('Notification' in window) || Notification.permission !== 'granted' || !document.hidden) return;
  try {
    const shown = new Notification(alertTitle, { body: alertBody(booking), tag: booking.id });
    shown.onclick = () => {
      window.focus();
      shown.close();
      onOpen();
    };
  } catch {
    // Browsers of phones allow them to service workers only: the toast and the list have the alert.
  }
}
