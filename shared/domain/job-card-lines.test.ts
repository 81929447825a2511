import { checklistGroups, groupLines } from './job-card-lines.ts';

test('lines are grouped, in the order of the job card', () => {
  const lines = ['Brakes', 'Engine', 'Brakes'].map((group_name, line) => ({ group_name, line }));
  expect(groupLines(lines)).toEqual([
    ['Brakes', [lines[0], lines[2]]],
    ['Engine', [lines[1]]],
  ]);
  expect(groupLines([])).toEqual([]);
});

const line = {
  ...{ group_name: 'Brakes', label: 'Pads', done_at: '2026-11-21T06:00:00Z', not_needed: null },
  ...{ is_concern: false, answer: null, answer_note: null },
};

test('a job card lists what is done, not needed and to do', () => {
  const lines = [
    line,
    { ...line, label: 'Pins', not_needed: 'Drum brakes' },
    { ...line, label: 'Fluid', done_at: null },
  ];
  expect(checklistGroups(lines)).toEqual([
    {
      title: 'Brakes',
      items: [
        { state: 'done', label: 'Pads', hint: null },
        { state: 'not', label: 'Pins', hint: 'Drum brakes' },
        { state: 'todo', label: 'Fluid', hint: null },
      ],
    },
  ]);
});

test.each([
  ['found_and_fixed', null, { state: 'done', hint: 'Found and fixed' }],
  ['found_see_line', null, { state: 'done', hint: 'Found, see the line' }],
  ['not_found', 'Quiet on a test ride', { state: 'not', hint: 'Not found. Quiet on a test ride' }],
] as const)('what the customer wrote stands first with its answer: %s', (answer, answer_note, shown) => {
  const squeal = {
    ...line,
    group_name: 'Told by the customer',
    label: 'It squeals',
    is_concern: true,
    answer,
    answer_note,
  };
  const [first, second] = checklistGroups([line, squeal]);
  expect(first).toEqual({
    title: 'Told by the customer',
    items: [{ label: 'It squeals', word: 'Answered', ...shown }],
  });
  expect(second?.title).toBe('Brakes');
});
