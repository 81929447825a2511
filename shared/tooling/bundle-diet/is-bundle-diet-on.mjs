/** Whether builds leave out library code that the site does not use. Off: libraries as they were installed. */
export function isBundleDietOn() {
  return process.env.TWOSTROKE_BUNDLE_DIET !== 'off';
}
