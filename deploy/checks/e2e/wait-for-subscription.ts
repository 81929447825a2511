import type { Page } from 'playwright-core';

/**
 * Resolves when the next opened page is subscribed to new bookings: the server confirms it on a new socket. The
 * former page's socket does not count, it may still be opening. Call this before the page is opened.
 */
export function waitForSubscription(page: Page): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The page did not subscribe to new bookings in 20 s.')), 20_000);
    let isAsked = false;
    let isOpened = false;
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) isAsked = true;
    });
    // Also fired when the former page only changes its address.
    page.on('framenavigated', (frame) => {
      if (isAsked && frame === page.mainFrame()) isOpened = true;
    });
    page.on('websocket', (socket) => {
      if (!isOpened) return;
      socket.on('framereceived', ({ payload }) => {
        const text = String(payload);
        if (!text.includes('booking-notifications') || !text.includes('Subscribed to PostgreSQL')) return;
        clearTimeout(timer);
        resolve();
      });
    });
  });
}
