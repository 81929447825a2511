import { read, toAppError } from '@twostroke/shared/data';
import { getBooking, type ChangeTerms, type JobCardLine } from '@twostroke/shared/data/bookings';
import type { BookingPayment } from '@twostroke/shared/data/payments';
import type { ExtraWorkItem } from '@twostroke/shared/ui/extra-work';
import type { BookingRow } from '../../bookings/booking-row.ts';

export interface BookingEvent {
  id: number;
  /** ISO 8601 */
  at: string;
  actor: string;
  /** The same as to_status when something else was noted. */
  from_status: string | null;
  to_status: string;
  note: string | null;
  /** When it was to start before this event moved it. */
  moved_from: string | null;
  /** Rupees this event added to the fee, or took off. */
  fee: number;
}

/** What the customer is told by SMS or mail. */
export interface BookingMessage {
  id: number;
  kind: string;
  channel: string;
  status: string;
  /** ISO 8601 */
  due_at: string;
  sent_at: string | null;
  /** Why the last try failed. */
  last_error: string | null;
}

/** Everything the shop knows of one booking. */
export interface BookingDetail extends Omit<BookingRow, 'booking_items'> {
  email: string | null;
  address_line: string | null;
  landmark: string | null;
  pin: string | null;
  odometer_km: number | null;
  model_year: number | null;
  /** Tells a bike without a plate. */
  chassis_last5: string | null;
  notes: string | null;
  /** Rupees of extra work that need no answer. */
  approval_limit: number;
  coupon_code: string | null;
  /** Rupees the coupon took off the estimate. */
  discount: number;
  gstin: string | null;
  minutes: number;
  ready_date: string;
  cancelled_by: string | null;
  /** `brand/model` */
  model_id: string;
  /** For cancelling or moving late and for not being there, beside the bill. */
  fee: number;
  booking_items: { item_id: string; name: string; package_type: string; quantity: number; price: number }[];
  booking_events: BookingEvent[];
  extra_work: ExtraWorkItem[];
  /** Empty until the work begins. */
  booking_checklist: JobCardLine[];
  message_outbox: BookingMessage[];
  /** What is paid and due, as the database reckons it now. */
  payment: BookingPayment;
  /** What it costs by the clock when the customer has it changed. */
  terms: ChangeTerms;
}

const columns =
  'id,number,status,model_id,fee,customer_name,phone,email,bike_name,vehicle_number,mode,booking_date,booking_time,window_end,ready_date,minutes,address_line,landmark,pin,odometer_km,model_year,chassis_last5,notes,approval_limit,coupon_code,discount,gstin,estimated_price,final_price,mechanic,cancelled_by,areas(name),booking_items(item_id,name,package_type,quantity,price),booking_events(id,at,actor,from_status,to_status,note,moved_from,fee),extra_work(id,name,reason,price,minutes,status,decided_by),booking_checklist(line,group_name,label,done_at,not_needed),message_outbox(id,kind,channel,status,due_at,sent_at,last_error)' as const;

/** One booking, or null when there is none with this id. @throws AppError */
export async function readBooking(id: string): Promise<BookingDetail | null> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return null;
  const found = read((db) =>
    db
      .from('service_bookings')
      .select(columns)
      .eq('id', id)
      .order('position', { referencedTable: 'booking_items' })
      .order('position', { referencedTable: 'extra_work' })
      .order('line', { referencedTable: 'booking_checklist' })
      .order('id', { referencedTable: 'booking_events', ascending: false })
      .order('due_at', { referencedTable: 'message_outbox', ascending: false }),
  );
  const standing = getBooking({ booking: id }).catch((thrown: unknown) => {
    if (toAppError(thrown).code === 'not_found') return null;
    throw thrown;
  });
  const [[row], known] = await Promise.all([found, standing]);
  return row && known ? { ...row, payment: known.payment, terms: known.terms } : null;
}
