import { changeOf, extraWorkLine, limitUsed, limitWords, newsOfLine, saidWords, type ExtraWork } from './extra-work.ts';

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

const answered: ExtraWork = {
  ...pads,
  status: 'approved',
  decided_by: 'customer',
  decided_at: '2026-11-21T06:35:00Z',
  locked_at: null,
};
const begun = '2026-11-21T07:00:00Z';

test.each<[string, Partial<ExtraWork>, string | null]>([
  ['a yes', {}, 'You said yes at 12:05 pm.'],
  [
    'a no of an earlier day',
    { status: 'declined', decided_at: '2026-11-20T06:35:00Z' },
    'You said no on Fri 20 Nov, 12:05 pm.',
  ],
  ['a later on the phone', { status: 'later', decided_by: 'admin' }, 'You said later on the phone at 12:05 pm.'],
  ['no answer', { status: 'later', decided_by: 'no_answer' }, 'Left without an answer at 12:05 pm.'],
  ['work that has begun', { locked_at: begun }, 'You said yes at 12:05 pm. The work on it began at 12:30 pm.'],
  ['a no when the bike is ready', { status: 'declined', locked_at: begun }, 'You said no at 12:05 pm.'],
  ['work within the limit', { decided_by: 'limit' }, null],
  ['an open question', { status: 'proposed', decided_by: null, decided_at: null }, null],
])('what was said is told with its time: %s', (_, more, words) => {
  expect(saidWords({ ...answered, ...more }, 'You', '2026-11-21')?.replaceAll('\u00a0', ' ') ?? null).toBe(words);
});

test('an answer is changed until it is locked, to any other than the one that was given', () => {
  expect(changeOf(answered)).toEqual({ given: 'yes', price: '₹600' });
  expect(changeOf({ ...answered, status: 'later', decided_by: 'no_answer' })?.given).toBeNull();
  for (const more of [
    { locked_at: begun },
    { locked_at: undefined },
    { decided_by: 'limit' },
    { status: 'proposed' },
  ] as const)
    expect(changeOf({ ...answered, ...more })).toBeNull();
});

test('staff read when a question was sent and seen, then what was said', () => {
  const news = (more: Partial<ExtraWork>) =>
    newsOfLine({ ...pads, proposed_at: '2026-11-21T06:34:00Z', ...more }, '2026-11-21')?.replaceAll('\u00a0', ' ');
  expect(news({})).toBe('Sent 12:04 pm, not seen yet');
  expect(news({ seen_at: '2026-11-21T06:35:00Z' })).toBe('Sent 12:04 pm, seen 12:05 pm');
  expect(news({ proposed_at: '2026-11-20T06:34:00Z' })).toBe('Sent Fri 20 Nov, 12:04 pm, not seen yet');
  expect(news(answered)).toBe('The customer said yes at 12:05 pm.');
  expect(news(bulb)).toBeUndefined();
});
