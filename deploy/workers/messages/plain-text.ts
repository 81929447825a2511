/** Replaces no-break spaces: one character outside the SMS alphabet more than halves what fits into a message. */
export function plain(text: string): string {
  return text.replace(/\u00a0/g, ' ');
}
