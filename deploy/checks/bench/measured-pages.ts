import { pageBudget } from '../../release/gates/bundle-budget.ts';

const pages: [path: string, name: string][] = [
  ['/', 'Home'],
  ['/bikes/royal-enfield/classic-350', 'A bike'],
  ['/services/royal-enfield/classic-350/general-service', 'A package'],
  ['/location/kondhwa', 'An area'],
  ['/blog/chain-care-10-minutes', 'A post'],
  ['/book-service', 'Booking'],
];

/** One page of each kind on which customers land from a search: address, name, goal in kB of JavaScript. */
export const measuredPages = pages.map(([path, name]): [path: string, name: string, goal: number] => [
  path,
  name,
  pageBudget(path) / 1000,
]);
