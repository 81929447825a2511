/** Ends this process once its output is taken: `process.exit` alone loses what a slow reader of a pipe has not read. */
export function exitAfterOutput(code) {
  process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
}
