import type { Invoice } from '@twostroke/shared/api/payments';
import { callRpc } from '@twostroke/shared/client';
import { withFreshSignIn } from '../../model/fresh-sign-in.ts';

/** A line of the invoice that counts, with what credit notes left of it. */
export interface CreditableLine {
  /** Its place, from 1. */
  line: number;
  description: string;
  /** Whole rupees. */
  left: number;
}

/** The lines of which something is left. */
export function creditableLines({ number, lines, credit_notes = [] }: Invoice): CreditableLine[] {
  const credited = credit_notes.filter(({ invoice_number }) => invoice_number === number).flatMap((note) => note.lines);
  return lines
    .map(({ description, total_paise }, index) => {
      const off = credited.filter(({ line }) => line === index + 1).reduce((sum, line) => sum + line.total_paise, 0);
      return { line: index + 1, description, left: (total_paise - off) / 100 };
    })
    .filter(({ left }) => left > 0);
}

/** Issues a credit note; the same request issues one only. @returns its number @throws AppError */
export async function issueCreditNote(
  booking: string,
  request_id: string,
  lines: { line: number; rupees: number }[],
  reason: string,
): Promise<string> {
  const answer = await withFreshSignIn(() => callRpc('issue_credit_note', { booking, request_id, lines, reason }));
  return answer.credit_notes.at(-1)?.number ?? '';
}

export interface InvoiceMistake {
  reason: string;
  name?: string;
  /** Empty: the new invoice has none. */
  gstin?: string;
  final_price?: number;
}

/** Credits what is left of the invoice and issues a new one. @returns its number @throws AppError */
export async function replaceInvoice(booking: string, request_id: string, mistake: InvoiceMistake): Promise<string> {
  const answer = await withFreshSignIn(() => callRpc('replace_invoice', { booking, request_id, ...mistake }));
  return answer.number;
}
