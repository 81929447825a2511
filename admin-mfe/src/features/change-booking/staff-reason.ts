import type { ChangeCause, StaffReason } from '@twostroke/shared/api/bookings';
import { textOf, type FieldErrors } from '@twostroke/shared/ui/use-submit';
import { messages } from '../../messages.ts';

/** Validation errors of ReasonFields. */
export function validateStaffReason(data: FormData): FieldErrors {
  const unexplained = data.has('waive') && textOf(data, 'waiver').trim().length < 3;
  return {
    cause: textOf(data, 'cause') ? undefined : 'Choose who caused the change: it decides what it costs',
    waiver: unexplained ? messages.fee_note : undefined,
  };
}

/** The values of ReasonFields, once they are valid. */
export function readStaffReason(data: FormData): StaffReason {
  const cause = textOf(data, 'cause') as ChangeCause;
  return { cause, ...(data.has('waive') && { waiver: textOf(data, 'waiver').trim() }) };
}

/** The fee in rupees for this cause: only the customer's own changes have one. */
export function feeFor(cause: ChangeCause | '', fee: number): number {
  return cause === 'customer' ? fee : 0;
}
