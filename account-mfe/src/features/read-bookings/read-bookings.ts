import { read } from '@twostroke/shared/data';
import type { Booking } from './booking.ts';

const columns =
  'id,number,status,bike_name,brand_slug,model_id,vehicle_number,mode,booking_date,booking_time,window_end,starts_at,ready_date,address_line,landmark,approval_limit,coupon_code,discount,estimated_price,final_price,fee,mechanic,cancelled_by,areas(name),booking_items(item_id,name,package_type,quantity,price,position),booking_events(id,at,from_status,to_status,note,moved_from,fee),extra_work(id,name,reason,price,minutes,status,decided_by)' as const;

/** The newest hundred bookings of a user. Asked for by user, because an admin may read everybody's. */
export async function readBookings(userId: string): Promise<Booking[]> {
  const rows = await read((db) =>
    db
      .from('service_bookings')
      .select(columns)
      .eq('user_id', userId)
      .order('starts_at', { ascending: false })
      .order('position', { referencedTable: 'booking_items' })
      .order('id', { referencedTable: 'booking_events' })
      .order('position', { referencedTable: 'extra_work' })
      .limit(100),
  );
  return rows;
}
