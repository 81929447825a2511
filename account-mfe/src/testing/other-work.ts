/** A question about other work than was booked. */
export const otherWork = {
  ...{ total: 3097, rise: 1049, minutes: 105, asked_at: '2026-11-21T05:30:00Z' },
  lines: [
    { name: 'General Service', quantity: 1, price: 1699, is_new: true },
    { name: '90-day warranty', quantity: 1, price: 1398, is_new: false },
  ],
  gone: ['Engine Oil Change'],
};
