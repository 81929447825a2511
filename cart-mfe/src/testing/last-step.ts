import { screen } from '@testing-library/react';
import { rejected, type FakeAnswer } from '@twostroke/shared/testing/fake-backend';
import { bookingBackend, receipt } from './booking-fixtures.ts';
import { open } from './open-booking.ts';

/** The request that makes a booking. */
export const CREATE = 'POST /rest/v1/rpc/create_booking';
const booked = { body: receipt };

interface Sent {
  request: Record<string, unknown>;
}

/** Opens the last step. The n-th attempt to book gets the n-th answer. */
export const openLastStep = (...answers: FakeAnswer[]) => openLastStepWith({}, answers);

/** The same; `more` answers other calls. */
export async function openLastStepWith(more: Record<string, FakeAnswer | (() => FakeAnswer)>, answers: FakeAnswer[]) {
  const left = [...answers];
  const backend = bookingBackend({ ...more, ...(answers.length > 0 && { [CREATE]: () => left.shift() ?? booked }) });
  const view = open('check');
  const button = await screen.findByRole('button', { name: /Book for/ });
  return {
    ...view,
    button,
    backend,
    sent: () => backend.callsOf(CREATE).map(({ body }) => (body as Sent).request),
  };
}

/** A 409 answer: something has changed since the customer saw it. */
export const conflict = (hint: string, data: unknown): FakeAnswer => rejected(409, hint, data);

const shown = jest.fn<void, [Element]>();

/** An answer is announced, scrolled into view, and placed between the payment choices and the button. */
export function expectAnswerAt(words: HTMLElement): void {
  const note = words.closest('[role=alert]');
  expect(note).not.toBeNull();
  expect(shown.mock.calls.some(([element]) => element.contains(note))).toBe(true);
  const button = screen.getByRole('button', { name: /^Book for/ });
  const payment = screen.getByRole('group', { name: 'How do you want to pay?' });
  expect(note!.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(payment.compareDocumentPosition(note!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
}

/** Records what is scrolled into view, for expectAnswerAt. */
export function recordScrolling(): void {
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    shown(this);
  };
}
