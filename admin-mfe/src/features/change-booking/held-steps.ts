import type { BookingStatus } from '@twostroke/shared/domain/database-enum';
import { statusWord } from '@twostroke/shared/domain/booking-status';
import { notify } from '@twostroke/shared/state';
import { useSyncExternalStore } from 'react';
import { explain } from '../../messages.ts';
import { notifyUndoable, notToldYet, undoMs } from '../../model/notify-undoable.ts';
import type { AdminBooking } from './read-booking.ts';

/** A step that tells the customer, and that the database does not take back: it is sent when its Undo has gone. */
interface HeldStep {
  to: BookingStatus;
  timer: ReturnType<typeof setTimeout>;
  send: () => Promise<void>;
  /** From the moment when it can't be taken back any more. */
  sending?: Promise<void>;
}

/** By booking. They outlive the sheet: it may be closed meanwhile. */
const held = new Map<string, HeldStep>();
const listeners = new Set<() => void>();
const tell = (): void => listeners.forEach((listener) => listener());

/** Whether a step waits until its Undo has gone. */
export const isHeld = (to: BookingStatus): boolean => to === 'ready';

/** The status to which a step that is held takes a booking; undefined without one. */
export function useHeldStatus(booking: string | undefined): BookingStatus | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => held.get(booking ?? '')?.to,
  );
}

/**
 * Shows a step as made, and sends it when its Undo has gone.
 * @param apply sends it @throws AppError
 */
export function holdStep(
  { id, number, status }: AdminBooking,
  to: BookingStatus,
  apply: () => Promise<unknown>,
  onChanged: () => Promise<void>,
): void {
  const step: HeldStep = {
    to,
    timer: setTimeout(() => void sendHeldStep(id), undoMs),
    async send() {
      try {
        await apply();
      } catch (thrown) {
        void notify(`Booking ${number} is not ${statusWord(to)}`, { description: explain(thrown) });
      }
      await onChanged().finally(() => release(id));
    },
  };
  held.set(id, step);
  document.addEventListener('visibilitychange', sendWhenHidden);
  tell();
  const undo = (): string => {
    if (held.get(id) !== step || step.sending) return `It is sent already: ${statusWord(to)}`;
    release(id);
    return `Booking ${number}: ${statusWord(status)} again`;
  };
  notifyUndoable(`Booking ${number}: ${statusWord(to)}`, () => Promise.resolve(undo()), undefined, notToldYet);
}

/** Sends the step of a booking at once, if one is held: what comes next must not overtake it. */
export async function sendHeldStep(booking: string): Promise<void> {
  const step = held.get(booking);
  if (!step) return;
  clearTimeout(step.timer);
  await (step.sending ??= step.send());
}

function release(booking: string): void {
  clearTimeout(held.get(booking)?.timer);
  held.delete(booking);
  if (held.size === 0) document.removeEventListener('visibilitychange', sendWhenHidden);
  tell();
}

/** A page that is hidden may be closed without another word. */
function sendWhenHidden(): void {
  if (document.visibilityState === 'hidden') for (const booking of held.keys()) void sendHeldStep(booking);
}
