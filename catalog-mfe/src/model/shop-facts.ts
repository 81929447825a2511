import { read } from '@twostroke/shared/client';

/** What the database knows about the shop beyond its phone and hours. */
export interface ShopFacts {
  address: string;
  gstin: string;
  /** Pickup costs nothing when the package costs at least this many rupees. */
  freePickupFrom: number;
  /** Bookings reach this many days ahead. */
  horizonDays: number;
  /** Slug of the workshop's area. */
  workshopArea: string;
  /** True while address, phone and GSTIN are invented. */
  isDemo: boolean;
}

/** @throws AppError */
export async function readShopFacts(): Promise<ShopFacts> {
  const rows = await read((db) =>
    db.from('shop').select('address,gstin,free_pickup_from,horizon_days,workshop_area,is_demo').limit(1),
  );
  const row = rows[0];
  if (!row) throw new Error('The table shop has no row.');
  return {
    address: row.address,
    gstin: row.gstin,
    freePickupFrom: row.free_pickup_from,
    horizonDays: row.horizon_days,
    workshopArea: row.workshop_area,
    isDemo: row.is_demo,
  };
}
