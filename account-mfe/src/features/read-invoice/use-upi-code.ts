import type { BookingKey } from '@twostroke/shared/api/bookings';
import { startUpiPayment, type UpiRequest } from '@twostroke/shared/api/payments';
import { useRef, useState } from 'react';
import { explain } from '../../messages.ts';

export interface UpiCode {
  /** Null until it was requested. */
  request: UpiRequest | null;
  busy: boolean;
  /** Why it could not be had. */
  problem: string | null;
  /** Starts the payment that the code is for. */
  ask: () => Promise<void>;
  /** Prints the page with the code, or without it when it can't be had. */
  print: () => Promise<void>;
  /** To be called once the code is shown. */
  onDrawn: () => void;
}

/** A code to pay what is due. It starts a payment, so it comes with a press and never by viewing the invoice. */
export function useUpiCode(key: BookingKey & { booking: string }): UpiCode {
  const [request, setRequest] = useState<UpiRequest | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isDrawn = useRef(false);
  const printsOnceDrawn = useRef(false);

  async function ask(): Promise<void> {
    if (request || busy) return;
    setBusy(true);
    setProblem(null);
    try {
      setRequest(await startUpiPayment(key));
    } catch (thrown) {
      setProblem(explain(thrown));
      if (printsOnceDrawn.current) printNow();
    }
    setBusy(false);
  }

  function printNow(): void {
    printsOnceDrawn.current = false;
    window.print();
  }

  async function print(): Promise<void> {
    if (isDrawn.current) return printNow();
    printsOnceDrawn.current = true;
    return ask();
  }

  function onDrawn(): void {
    isDrawn.current = true;
    if (printsOnceDrawn.current) printNow();
  }

  return { request, busy, problem, ask, print, onDrawn };
}
