/** Hard spaces are for pages: in an SMS a character outside its alphabet more than halves what fits in. */
export function plain(text: string): string {
  return text.replace(/\u00a0/g, ' ');
}
