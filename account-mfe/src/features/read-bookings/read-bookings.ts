import { read } from '@twostroke/shared/client';
import type { BookedItem } from '@twostroke/shared/api/bookings';
import type { ListedBooking } from '../../model/booking.ts';

const columns =
  'id,number,status,bike_name,model_id,vehicle_number,mode,booking_date,booking_time,window_end,starts_at,ready_date,ready_time,address_line,landmark,approval_limit,coupon_code,discount,estimated_price,final_price,fee,mechanic,cancelled_by,areas(name),booking_items(item_id,name,package_type,quantity,price,position),booking_events(at,actor,from_status,to_status,note,moved_from,fee,kind,data),extra_work(id,name,reason,price,minutes,status,decided_by,item_id,urgency,price_version,answer_by,decided_at,seen_at)' as const;

/** The newest hundred bookings of a user. Filtered by user, because an admin may read all bookings. */
export async function readBookings(userId: string): Promise<ListedBooking[]> {
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
  return rows.map(({ areas, booking_items, booking_events, ...row }) => ({
    ...row,
    mode: row.mode,
    cancelled_by: row.cancelled_by as ListedBooking['cancelled_by'],
    area_name: areas?.name ?? null,
    items: booking_items.map((item) => ({ ...item, package_type: item.package_type as BookedItem['package_type'] })),
    events: booking_events as ListedBooking['events'],
  }));
}
