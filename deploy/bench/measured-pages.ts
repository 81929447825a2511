/** One page of each kind that customers arrive at from a search: address, name, goal in kB of JavaScript. */
export const measuredPages: [path: string, name: string, goal: number][] = [
  ['/', 'Home', 130],
  ['/bikes/royal-enfield/classic-350', 'A bike', 130],
  ['/services/royal-enfield/classic-350/general-service', 'A package', 130],
  ['/location/kondhwa', 'An area', 130],
  ['/blog/chain-care-10-minutes', 'A post', 130],
  ['/book-service', 'Booking', 165],
];
