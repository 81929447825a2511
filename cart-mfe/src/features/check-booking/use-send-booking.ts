import { toAppError, type AppError } from '@twostroke/shared/client';
import { createBooking, type BookingReceipt } from '@twostroke/shared/api/bookings';
import { usePrefetchSlot } from '@twostroke/shared/state';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { updateDraft } from '../../model/draft-store.ts';
import { useOnline } from '@twostroke/shared/ui/use-online';
import type { bookingRequest } from './booking-request.ts';

/** `total`: rupees the customer had agreed to. */
type FailedSending = { status: 'failed'; error: AppError; total: number };
export type Sending = { status: 'idle' | 'sending' | 'waiting' } | FailedSending;

export interface SendBookingOptions {
  /** Rupees agreed to while there was no connection. */
  agreedTotal: number | null;
  requestFor: (total: number) => ReturnType<typeof bookingRequest>;
  onBooked: (receipt: BookingReceipt) => void;
  /** Returns whether the failure is shown elsewhere. @param total rupees the customer had agreed to */
  onFailed: (error: AppError, total: number) => boolean;
}

/**
 * Sends the booking once, however often the button is pressed. A booking confirmed offline is sent when the connection
 * is back.
 */
export function useSendBooking({ agreedTotal, requestFor, onBooked, onFailed }: SendBookingOptions) {
  const online = useOnline();
  const underWay = useRef(false);
  const prefetchSlot = usePrefetchSlot();
  const [state, setState] = useState<{ status: 'idle' | 'sending' } | FailedSending>({ status: 'idle' });

  async function send(total: number): Promise<void> {
    if (underWay.current) return;
    if (!navigator.onLine) {
      updateDraft({ agreedTotal: total });
      return;
    }
    underWay.current = true;
    setState({ status: 'sending' });
    prefetchSlot('customer-booking'); // in parallel: the customer sees it next
    try {
      onBooked(await createBooking(requestFor(total)));
    } catch (thrown) {
      const error = toAppError(thrown);
      const waits = error.code === 'offline' && !navigator.onLine;
      updateDraft({ agreedTotal: waits ? total : null });
      setState(waits || onFailed(error, total) ? { status: 'idle' } : { status: 'failed', error, total });
    }
    underWay.current = false;
  }

  const sendAgreed = useEffectEvent((total: number) => void send(total));
  useEffect(() => {
    if (online && agreedTotal !== null) sendAgreed(agreedTotal);
  }, [online, agreedTotal]);

  const sending: Sending = !online && agreedTotal !== null ? { status: 'waiting' } : state;
  return {
    sending,
    send: (total: number) => void send(total),
    /** The customer saw the failure and changed something. */
    forget: () => setState({ status: 'idle' }),
  };
}
