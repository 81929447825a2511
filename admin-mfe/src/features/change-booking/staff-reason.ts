import type { ChangeCause, StaffReason } from '@twostroke/shared/api/bookings';
import { formatRupees } from '@twostroke/shared/domain/money';
import { textOf, type FieldErrors } from '@twostroke/shared/ui/use-submit';
import { messages } from '../../messages.ts';

/** What staff have chosen in ReasonFields. */
export interface ReasonChoice {
  cause: ChangeCause | '';
  /** The customer need not pay the fee. */
  waived: boolean;
}

export const noReason: ReasonChoice = { cause: '', waived: false };

/** What its price depends on, for usePriceChange. */
export const reasonKey = ({ cause, waived }: ReasonChoice): string => `${cause} ${waived}`;

/** Rupees that the customer pays for the change. */
export const chargedFor = ({ cause, waived }: ReasonChoice, fee: number): number => (waived ? 0 : feeFor(cause, fee));

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

/** What the customer gets when the change is the shop's fault, after the name of that cause. */
export const creditWords = (credit: number): string => (credit > 0 ? `, with ${formatRupees(credit)} credit` : '');
