import { array, nullable, number, object, picklist, string, type InferOutput } from 'valibot';
import { instant, words } from './fields.ts';

/** How the bike was when the shop took it over. */
export const checkIn = object({
  odometer_km: nullable(number()),
  /** Quarters of the tank. */
  fuel: nullable(number()),
  accessories: array(string()),
  other_items: nullable(string()),
  damage: nullable(string()),
  checked_in_at: instant,
});

/** A point that is looked at, and what was found. */
export const inspectionPoint = object({
  point: string(),
  group_name: string(),
  label: string(),
  hint: nullable(string()),
  unit: nullable(string()),
  /** Below or above them the part is due. */
  low_limit: nullable(number()),
  high_limit: nullable(number()),
  /** What puts it right. */
  item_id: nullable(string()),
  state: picklist(words.point_state),
  value: nullable(number()),
  note: nullable(string()),
  marked_at: nullable(instant),
});

/** A photo of a job in the bucket job-photos. */
export const jobPhoto = object({
  /** Its name in the bucket. */
  path: string(),
  /** check-in, point-<point>, concern-<line>, card-<line> or line-<extra work>. */
  subject: string(),
  added_at: instant,
});

export type JobPhoto = InferOutput<typeof jobPhoto>;
export type CheckIn = InferOutput<typeof checkIn>;
export type InspectionPoint = InferOutput<typeof inspectionPoint>;
