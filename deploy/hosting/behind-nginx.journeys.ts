/*
 * Journeys once more, behind the real nginx with exported documents: a whole booking, every page of the sitemap, and the
 * policy of a server of files. They share one site, because exporting it takes longer than most of them do.
 * `npm run hosting -- journeys` walks all.
 */
process.env.TWOSTROKE_E2E_SERVER = 'nginx';
await import('../e2e/journeys/guest-booking.test.ts');
await import('../e2e/journeys/prerendered-pages.test.ts');
await import('../e2e/journeys/security-policy.test.ts');

export {};
