import { buildJob } from '../testing/build-job.ts';
import { noLineWords, ownLines, proposedLine, toPropose } from './findings.ts';

const [pads, rearPads] = buildJob().inspection;
const kit = { item_id: 'chain-kit', group_name: 'Drive', unit: null, hint: null, low_limit: null };
const chain = { ...pads!, ...kit, point: 'chain', label: 'Chain', state: 'due_later' as const, note: 'Stretched' };
const sprockets = { ...chain, point: 'sprockets', label: 'Sprockets', state: 'due_now' as const, note: 'Hooked teeth' };
const offer = { item_id: 'chain-kit', name: 'Chain & Sprocket Replacement', price: 2499, minutes: 90 };
const offers = [{ ...offer, included_in: null, per_place: false }, ...buildJob().offers];
const job = buildJob({ inspection: [chain, sprockets], offers });

test('findings that one item puts right are one line at its price, with both reasons', () => {
  expect(toPropose(job)).toEqual([
    {
      item: 'chain-kit',
      name: 'Chain, Sprockets: Chain & Sprocket Replacement',
      reason: 'Chain: Stretched; Sprockets: Hooked teeth',
      ...{ price: 2499, minutes: 90, urgency: 'due_now' },
    },
  ]);
  expect(job.inspection.map((point) => noLineWords(job, point))).toEqual([null, 'In one line with Chain']);
});

test('a finding whose item was proposed at another point is not proposed again', () => {
  const [line] = toPropose({ ...job, inspection: [chain, { ...sprockets, state: 'ok' }] });
  const extra_work = [{ ...line!, id: 'e1', item_id: 'chain-kit', status: 'proposed' as const, decided_by: null }];
  const later = { ...job, extra_work };
  expect(line?.name).toBe('Chain: Chain & Sprocket Replacement');
  expect(toPropose(later)).toEqual([]);
  expect(proposedLine(later, sprockets)?.id).toBe('e1');
  expect(ownLines(later)).toEqual([]);
});

test('a line is known by a point whose label has a comma', () => {
  const point = { ...chain, label: 'Headlamp, low and high', item_id: null };
  const line = { id: 'e1', name: point.label, reason: 'Dim', price: 300, minutes: 10, decided_by: null };
  expect(proposedLine({ offers, extra_work: [{ ...line, status: 'proposed' }] }, point)?.id).toBe('e1');
});

test('pads of front and rear are two lines', () => {
  const worn = [pads!, rearPads!].map((point) => ({ ...point, state: 'due_now' as const, value: 1.2 }));
  expect(toPropose(buildJob({ inspection: worn })).map(({ name }) => name)).toEqual([
    'Front pads: Brake Pad / Shoe Replacement',
    'Rear pads: Brake Pad / Shoe Replacement',
  ]);
});
