import { read } from '@twostroke/shared/client';

/** What the shop owes when it misses a window, as the database decides it. */
export interface LatePromise {
  /** Minutes after the end of the window from which the customer gets the credit. */
  late_minutes: number;
  /** Rupees of that credit. */
  late_credit: number;
}

export interface ShopPromises extends LatePromise {
  /** Rupees of extra work that a customer can allow without being asked, from 0 up. */
  approval_limits: number[];
}

/** @throws AppError */
export function readShopPromises(): Promise<ShopPromises> {
  return read((db) => db.from('shop').select('late_minutes,late_credit,approval_limits').single());
}
