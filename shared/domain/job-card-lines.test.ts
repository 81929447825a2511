import { groupLines } from './job-card-lines.ts';

test('lines stand in their groups, and both in the order of the job card', () => {
  const lines = ['Brakes', 'Engine', 'Brakes'].map((group_name, line) => ({ group_name, line }));
  expect(groupLines(lines)).toEqual([
    ['Brakes', [lines[0], lines[2]]],
    ['Engine', [lines[1]]],
  ]);
  expect(groupLines([])).toEqual([]);
});
