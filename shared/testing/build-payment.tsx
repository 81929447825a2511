/** The payments of a booking, part of what get_booking returns: nothing paid, ₹2,048 due after the service. */
export function buildPayment<Part extends object>(part?: Part) {
  return {
    status: 'unpaid',
    paid: 0,
    due: 2048,
    agreed: 2048,
    work: 2048,
    total: 2048,
    fee_off: 0,
    fee_left: 0,
    carried: [] as { number: string; amount: number }[],
    carried_to: null as string | null,
    credit: 0,
    credit_given: null as { amount: number; reason: string; used_by: string | null } | null,
    late_credit: false,
    method: 'after_service',
    online: true,
    pay_until: null as string | null,
    seconds_left: null as number | null,
    payments: [] as object[],
    refunds: [] as object[],
    refund_days: { from: 5, to: 7 },
    ...part,
  };
}

/** A UPI payment that staff must confirm. */
export const claimedUpi = {
  id: '0b2c5a0e-8f57-4f0e-a7f3-000000000001',
  method: 'upi',
  provider: 'upi',
  reference: '4F9C21ABQWERTYUIOPAS',
  terminal_reference: null as string | null,
  amount_paise: 204800,
  captured_paise: 0,
  status: 'claimed',
  note: null as string | null,
  created_at: '2026-11-20T04:45:00+00:00',
  claimed_at: '2026-11-20T04:46:00+00:00' as string | null,
  captured_at: null as string | null,
};

/** A card payment of which staff entered the approval code. */
export const cardAtCounter = {
  ...claimedUpi,
  id: '0b2c5a0e-8f57-4f0e-a7f3-000000000002',
  method: 'card',
  provider: 'desk',
  reference: 'TS4F9C21ABQWERTYUIOP',
  terminal_reference: '00471B' as string | null,
  captured_paise: 204800,
  status: 'captured',
  claimed_at: null as string | null,
  captured_at: '2026-11-21T09:20:00+00:00' as string | null,
};
