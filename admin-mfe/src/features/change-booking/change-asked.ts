/* What has to be said for a change of a booking, and how it is done. */

export interface ChangeField {
  id: string;
  label: string;
  hint?: string;
  /** Figures only. */
  numeric?: boolean;
  maxLength: number;
  start?: string | number;
  /** What is wrong with a text; undefined when nothing is. */
  faultOf: (value: string) => string | undefined;
  /** What is asked in place of it, and the words that lead there and back. */
  instead?: { field: ChangeField; there: string; back: string };
}

export type Answers = Readonly<Record<string, string>>;

export interface ChangeAsked {
  fields: ChangeField[];
  button: string;
  busy: string;
  stop?: boolean;
  /** Does it. Answers a sentence without its full stop. @throws AppError with a sentence to show */
  apply: (answers: Answers) => Promise<string>;
}

export const rupeesFault = (value: string): string | undefined =>
  /^\d{1,6}$/.test(value) ? undefined : 'Enter whole rupees, like 1699';

export const atLeast = (length: number, sentence: string) => (value: string) =>
  value.length < length ? sentence : undefined;

/** A note that nobody has to write. */
export function optionalNote(maxLength: number, more: Pick<ChangeField, 'hint'> = {}): ChangeField {
  return { id: 'note', label: 'Note (optional)', ...more, maxLength, faultOf: () => undefined };
}
