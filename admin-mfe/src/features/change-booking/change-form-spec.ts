/* The fields of a change of a booking, and how it is sent. */

export interface ChangeField {
  id: string;
  label: string;
  hint?: string;
  /** A day or a clock time; else a text. */
  type?: 'date' | 'time';
  /** Digits only. */
  numeric?: boolean;
  /** Letters and digits that a phone's keyboard must not correct. */
  isCode?: boolean;
  maxLength: number;
  start?: string | number;
  /** The validation error of a text; undefined when it is valid. */
  errorOf: (value: string) => string | undefined;
  /** The field that can replace it, and the labels of the buttons that switch. */
  instead?: { field: ChangeField; there: string; back: string };
}

export type Answers = Readonly<Record<string, string>>;

export interface ChangeFormSpec {
  fields: ChangeField[];
  button: string;
  busy: string;
  stop?: boolean;
  /** Sends it. Returns what was done, for a toast. @throws AppError */
  apply: (answers: Answers) => Promise<string>;
}

/** Whether a change can be sent as it is: nothing has to be typed. */
export function asksNothing({ fields }: ChangeFormSpec): boolean {
  return fields.every(({ start = '', errorOf }) => errorOf(String(start)) === undefined);
}

export const validateRupees = (value: string): string | undefined =>
  /^\d{1,6}$/.test(value) ? undefined : 'Enter whole rupees, like 1699';

export const atLeast = (length: number, sentence: string) => (value: string) =>
  value.length < length ? sentence : undefined;

/** An optional note. */
export function optionalNote(maxLength: number, more: Pick<ChangeField, 'hint'> = {}): ChangeField {
  return { id: 'note', label: 'Note (optional)', ...more, maxLength, errorOf: () => undefined };
}
