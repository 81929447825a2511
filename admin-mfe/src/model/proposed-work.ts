import { textOf, type FieldErrors } from '@twostroke/shared/ui/use-submit';
import { messages } from '../messages.ts';
import { urgencyWords, type PricedWork, type Proposal } from './findings.ts';

/** A line of extra work, as staff type it. */
export interface TypedWork {
  name: string;
  /** For the customer, who decides by it. */
  reason: string;
  /** Whole rupees, GST included. */
  price: string;
  minutes: string;
}

/** The longest text of each field. */
export const workLengths: Readonly<Record<keyof TypedWork, number>> = { name: 80, reason: 300, price: 6, minutes: 4 };

const workFields = ['name', 'reason', 'price', 'minutes'] as const;

/** Default minutes of a line. */
export const usualMinutes = 30;

const checks: Readonly<Record<keyof TypedWork, { isValid: (value: string) => boolean; sentence: string }>> = {
  name: { isValid: (value) => value.trim().length >= 2, sentence: messages.work_name },
  reason: { isValid: (value) => value.trim().length >= 3, sentence: messages.work_reason },
  price: { isValid: (value) => /^\d{1,6}$/.test(value) && Number(value) > 0, sentence: messages.work_price },
  minutes: { isValid: (value) => /^\d{1,4}$/.test(value), sentence: messages.work_minutes },
};

/** The work of the price list that a form of WorkFields has chosen. */
const chosenIn = (data: FormData, works: readonly PricedWork[]): PricedWork | undefined =>
  works.find(({ item_id }) => item_id === textOf(data, 'item'));

/** Whether a price is that of the list: any other asks for a reason. */
export const isListPrice = (work: PricedWork | undefined, price: string): boolean => price === String(work?.price);

/** The validation errors of WorkFields. */
export function checkWork(data: FormData, works: readonly PricedWork[]): FieldErrors {
  const isListed = isListPrice(chosenIn(data, works), textOf(data, 'price'));
  const errorOf = (field: keyof TypedWork): string | undefined => {
    const value = textOf(data, field);
    return field === 'reason' && isListed && value.trim() === '' ? undefined : workError(field, value);
  };
  return Object.fromEntries(workFields.map((field) => [field, errorOf(field)]));
}

/** The line of WorkFields, once they are valid. */
export function readWork(data: FormData, works: readonly PricedWork[]): Proposal {
  const chosen = chosenIn(data, works);
  const urgency = textOf(data, 'urgency') === 'due_later' ? 'due_later' : 'due_now';
  return {
    ...(chosen && { item: chosen.item_id }),
    name: textOf(data, 'name').trim(),
    reason: textOf(data, 'reason').trim() || urgencyWords[urgency],
    price: Number(textOf(data, 'price')),
    minutes: Number(textOf(data, 'minutes')),
    urgency,
  };
}

/** The validation error of a field; the database checks the same. */
export function workError(field: keyof TypedWork, value: string): string | undefined {
  const { isValid, sentence } = checks[field];
  return isValid(value) ? undefined : sentence;
}
