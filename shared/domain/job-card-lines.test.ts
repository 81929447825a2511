import { checklistGroups, groupLines } from './job-card-lines.ts';

test('lines are grouped, in the order of the job card', () => {
  const lines = ['Brakes', 'Engine', 'Brakes'].map((group_name, line) => ({ group_name, line }));
  expect(groupLines(lines)).toEqual([
    ['Brakes', [lines[0], lines[2]]],
    ['Engine', [lines[1]]],
  ]);
  expect(groupLines([])).toEqual([]);
});

test('a job card lists what is done, not needed and to do', () => {
  const line = { group_name: 'Brakes', label: 'Pads', done_at: '2026-11-21T06:00:00Z', not_needed: null };
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
