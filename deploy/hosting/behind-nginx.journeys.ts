/*
 * Journeys once more, behind the real nginx with exported documents: those that meet every page and the whole way of a
 * booking. They share one site, because exporting it takes longer than they do.
 */
process.env.TWOSTROKE_E2E_SERVER = 'nginx';
await import('../e2e/journeys/guest-booking.test.ts');
await import('../e2e/journeys/every-route.test.ts');
await import('../e2e/journeys/prerendered-pages.test.ts');
await import('../e2e/journeys/security-policy.test.ts');

export {};
