import type { Page } from 'playwright-core';

/**
 * Resolves when the page that is opened next listens to new bookings: the server said so on a socket of its own. The
 * socket of the page before counts for nothing, it may still be opening. Ask before the page is opened.
 */
export function joins(page: Page): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The page did not subscribe to new bookings in 20 s.')), 20_000);
    let isAsked = false;
    let isOpened = false;
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) isAsked = true;
    });
    // Also said when the page before only changes its address.
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
