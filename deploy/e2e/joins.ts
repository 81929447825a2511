import type { Page } from 'playwright-core';

/**
 * Resolves when the page listens to new bookings: the server said so on a socket. Every socket is watched, because the
 * one of the page before may still be opening. Ask before the page is opened.
 */
export function joins(page: Page): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The page did not subscribe to new bookings in 20 s.')), 20_000);
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const text = String(payload);
        if (!text.includes('booking-notifications') || !text.includes('Subscribed to PostgreSQL')) return;
        clearTimeout(timer);
        resolve();
      }),
    );
  });
}
