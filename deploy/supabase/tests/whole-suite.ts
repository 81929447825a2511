/** `npm run test:all` runs every combination at full size; `npm test` runs enough to cover each rule once. */
export const isWholeSuite = process.env['TWOSTROKE_TEST_ALL'] !== undefined;
