import { jobName } from './job-name.ts';

test('the job is named by its package, or else by the first item', () => {
  const foam = { name: 'Foam wash', package_type: 'addon' } as const;
  expect(jobName([foam, { name: 'General Service', package_type: 'primary' }])).toBe('General Service');
  expect(jobName([foam])).toBe('Foam wash');
  expect(jobName([])).toBe('Service');
});
