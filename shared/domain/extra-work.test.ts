import { extraWorkLine, limitUsed, limitWords, type ExtraWork } from './extra-work.ts';

const pads: ExtraWork = {
  id: 'pads',
  name: 'Front brake pads',
  reason: 'Worn to 1 mm',
  price: 600,
  minutes: 30,
  status: 'proposed',
  decided_by: null,
};
const bulb: ExtraWork = { ...pads, id: 'bulb', name: 'Bulb', price: 90, status: 'approved', decided_by: 'limit' };

test('a proposed line waits for an answer, with its reason, time and price', () => {
  const line = extraWorkLine(pads);
  expect(line).toMatchObject({ price: '₹600', open: true, badge: { tone: 'warn', children: 'Yes or no?' } });
  expect(line.note.replaceAll('\u00a0', ' ')).toBe('Worn to 1 mm, 30 min');
  expect(extraWorkLine({ ...pads, minutes: 0 }).note).toBe('Worn to 1 mm');
});

test.each<[ExtraWork['status'], ExtraWork['decided_by'], string]>([
  ['declined', 'customer', 'Declined'],
  ['approved', 'customer', 'Approved'],
  ['approved', 'limit', 'Within the limit'],
])('a line that is %s by the %s is "%s"', (status, decided_by, word) => {
  expect(extraWorkLine({ ...pads, status, decided_by })).toMatchObject({ open: false, badge: { children: word } });
});

test('lines within the limit use it up, and what the database counts beside them', () => {
  const byCustomer: ExtraWork = { ...pads, status: 'approved', decided_by: 'customer' };
  expect(limitUsed({ extra_work: [bulb, byCustomer] })).toBe(90);
  expect(limitUsed({ extra_work: [bulb], limit_used: 439 })).toBe(439);
  expect(limitWords(500, 439)).toBe('Allowed without asking: ₹500, used: ₹439.');
  expect(limitWords(0, 0)).toBe('Nothing is done without your yes.');
});
