import type { BookingEvent } from '@twostroke/shared/api/event-messages';
import { read, toAppError } from '@twostroke/shared/client';
import { getBooking, type BookingDetails, type ChangeTerms, type JobCardLine } from '@twostroke/shared/api/bookings';
import type { BookingPayment } from '@twostroke/shared/api/payments';
import type { DatabaseEnum } from '@twostroke/shared/domain/database-enum';
import type { ExtraWork } from '@twostroke/shared/domain/extra-work';
import type { UsedPart } from '../../model/used-parts.ts';
import type { AdminBookingRow } from '../../model/booking-row.ts';
import { readNames } from '../../model/colleagues.ts';
import { ticksSaved } from './saved-ticks.ts';

/** `actor_id`: the account of the person, or null. */
export type StaffBookingEvent = BookingEvent & { id: number; actor_id: string | null };

/** A message to the customer by SMS or mail. */
export interface BookingMessage {
  id: number;
  kind: DatabaseEnum<'message_kind'>;
  channel: DatabaseEnum<'message_channel'>;
  status: DatabaseEnum<'message_status'>;
  /** ISO 8601 */
  due_at: string;
  sent_at: string | null;
  /** Why the last attempt failed. */
  last_error: string | null;
}

/** Everything the shop knows about one booking. */
export interface AdminBooking extends Omit<AdminBookingRow, 'booking_items'> {
  email: string | null;
  address_line: string | null;
  landmark: string | null;
  pin: string | null;
  odometer_km: number | null;
  model_year: number | null;
  /** Identifies a bike without a plate. */
  chassis_last5: string | null;
  notes: string | null;
  /** Rupees of extra work that need no approval. */
  approval_limit: number;
  coupon_code: string | null;
  /** Rupees of the coupon's discount. */
  discount: number;
  gstin: string | null;
  minutes: number;
  ready_date: string;
  /** Clock time for which it is promised; null: for the day. */
  ready_time: string | null;
  cancelled_by: DatabaseEnum<'cancelling_party'> | null;
  /** `brand/model` */
  model_id: string;
  /** Fees for late changes and no-show, in addition to the bill. */
  fee: number;
  booking_items: {
    item_id: string;
    name: string;
    package_type: DatabaseEnum<'item_type'>;
    quantity: number;
    price: number;
    /** The declined work that it does. */
    declined_id?: string | null;
  }[];
  booking_events: StaffBookingEvent[];
  extra_work: ExtraWork[];
  /** Empty until the work begins. */
  booking_checklist: JobCardLine[];
  /** How many ticks this tab had saved when it began to read: later ones may be missing. */
  ticks_read: number;
  /** The job card to print: the checklist, and before it exists the lines it will have. */
  job_lines: JobCardLine[];
  /** What is measured on this model. */
  models: {
    drive: DatabaseEnum<'bike_drive'>;
    front_brake: DatabaseEnum<'bike_brake'>;
    rear_brake: DatabaseEnum<'bike_brake'>;
  };
  message_outbox: BookingMessage[];
  /** The names of the people of the shop, by their account. */
  names: Readonly<Record<string, string>>;
  /** What is paid and due, as the database computes it now. */
  payment: BookingPayment;
  /** What a change costs now when the customer asks for it. */
  terms: ChangeTerms;
  /** Whether SMS may be sent to its number before the bike is with the shop. */
  number_proven: boolean;
  /** How often it was corrected: a correction names the number that it was made from. */
  edits: number;
  area_slug: string | null;
  used_parts: UsedPart[];
  /** Oil that has to be written down before it is ready. */
  missing_oil: NonNullable<BookingDetails['missing_oil']> | null;
  /** Rupees of the approval limit that are used. */
  limit_used?: number | undefined;
  /** Other work that waits for the yes of the customer. */
  item_question: BookingDetails['item_question'];
  check_in: BookingDetails['check_in'];
  inspection: BookingDetails['inspection'];
  photos: BookingDetails['photos'];
  /** Points of the inspection that were not checked. */
  unchecked: number;
  /** The shop's fees and credit, which the database decides by. */
  shop: BookingDetails['shop'];
}

const columns =
  'id,number,status,model_id,fee,customer_name,phone,email,bike_name,vehicle_number,mode,booking_date,booking_time,window_end,ready_date,ready_time,minutes,address_line,landmark,pin,odometer_km,model_year,chassis_last5,notes,approval_limit,coupon_code,discount,gstin,estimated_price,final_price,mechanic,cancelled_by,area_slug,areas,models,booking_items' as const;

/** What staff_bookings answers of a booking. */
type BookingRow = Omit<
  AdminBooking,
  | ('booking_events' | 'extra_work' | 'booking_checklist' | 'message_outbox' | 'job_lines')
  | ('names' | 'payment' | 'terms' | 'number_proven' | 'shop' | 'unchecked')
  | ('ticks_read' | 'edits' | 'used_parts' | 'missing_oil' | 'item_question' | 'check_in' | 'inspection' | 'photos')
>;

/** One booking, or null when there is none with this id. @throws AppError */
export async function readBooking(id: string): Promise<AdminBooking | null> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return null;
  const ticks_read = ticksSaved();
  const found = read((db) =>
    db.from('staff_bookings').select(columns).eq('id', id).overrideTypes<BookingRow[], { merge: false }>(),
  );
  const details = getBooking({ booking: id }).catch((thrown: unknown) => {
    if (toAppError(thrown).code === 'not_found') return null;
    throw thrown;
  });
  const [[row], known, parts, names] = await Promise.all([found, details, readParts(id), readNames()]);
  if (!row || !known) return null;
  const { plan, ...rest } = parts;
  const {
    payment,
    terms,
    shop,
    number_proven,
    inspection,
    edits = 0,
    used_parts = [],
    missing_oil = null,
    item_question,
    limit_used,
    extra_work,
  } = known;
  const unchecked = inspection.filter(({ state }) => state === 'not_checked').length;
  const job_lines =
    rest.booking_checklist.length > 0
      ? rest.booking_checklist
      : plan.map((line) => ({ ...line, done_at: null, not_needed: null, answer: null, answer_note: null }));
  const isProven = number_proven !== false;
  const { check_in = null, photos = [] } = known;
  const live = {
    payment,
    terms,
    shop,
    number_proven: isProven,
    unchecked,
    edits,
    used_parts,
    missing_oil,
    item_question,
    limit_used,
    extra_work,
  };
  const findings = { check_in, inspection, photos };
  return { ...row, ...rest, ticks_read, names, job_lines, ...live, ...findings };
}

/** The rows that belong to a booking, as far as the duty of the reader shows them. */
async function readParts(id: string) {
  const [booking_events, booking_checklist, message_outbox, plan] = await Promise.all([
    read((db) =>
      db
        .from('staff_events')
        .select('id,at,actor,actor_id,from_status,to_status,note,moved_from,fee,kind,data')
        .eq('booking_id', id)
        .order('id', { ascending: false }),
    ),
    read((db) =>
      db
        .from('booking_checklist')
        .select('line,group_name,label,done_at,not_needed,is_concern,answer,answer_note')
        .eq('booking_id', id)
        .order('line'),
    ),
    read((db) =>
      db
        .from('message_outbox')
        .select('id,kind,channel,status,due_at,sent_at,last_error')
        .eq('booking_id', id)
        .order('due_at', { ascending: false }),
    ),
    read((db) =>
      db
        .from('planned_job_lines')
        .select('line,group_name,label,is_concern')
        .eq('booking_id', id)
        .order('line')
        .overrideTypes<Pick<JobCardLine, 'line' | 'group_name' | 'label' | 'is_concern'>[], { merge: false }>(),
    ),
  ]);
  return {
    booking_events: booking_events as StaffBookingEvent[],
    booking_checklist,
    message_outbox,
    plan,
  };
}
