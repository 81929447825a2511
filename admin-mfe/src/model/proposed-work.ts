import { messages } from '../messages.ts';

/** Extra work that is not in the catalog, as staff type it. */
export interface TypedWork {
  name: string;
  /** For the customer, who decides by it. */
  reason: string;
  /** Whole rupees, GST included. */
  price: string;
  minutes: string;
}

/** The longest text of each field. */
export const workLengths: Readonly<Record<keyof TypedWork, number>> = { name: 80, reason: 300, price: 6, minutes: 3 };

/** Default minutes of a line. */
export const usualMinutes = 30;

const checks: Readonly<Record<keyof TypedWork, { isValid: (value: string) => boolean; sentence: string }>> = {
  name: { isValid: (value) => value.trim().length >= 2, sentence: messages.work_name },
  reason: { isValid: (value) => value.trim().length >= 3, sentence: messages.work_reason },
  price: { isValid: (value) => /^\d{1,6}$/.test(value) && Number(value) > 0, sentence: messages.work_price },
  minutes: { isValid: (value) => /^\d{1,3}$/.test(value), sentence: messages.work_minutes },
};

/** The validation error of a field; the database checks the same. */
export function workError(field: keyof TypedWork, value: string): string | undefined {
  const { isValid, sentence } = checks[field];
  return isValid(value) ? undefined : sentence;
}
