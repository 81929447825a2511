import { isoDate, isoTime, isoTimestamp, picklist, pipe, string, type InferOutput } from 'valibot';
import { Constants } from '../database.types.ts';

/** The closed lists of the database. */
export const words = Constants.public.Enums;

/** Values that several answers have in common. Days and clock times are those of the shop. */

/** YYYY-MM-DD */
export const date = pipe(string(), isoDate());
/** HH:MM */
export const clockTime = pipe(string(), isoTime());
/** An instant, ISO 8601. */
export const instant = pipe(string(), isoTimestamp());
export const bookingStatus = picklist(words.booking_status);
export const serviceMode = picklist(words.service_mode);
export const packageType = picklist(words.item_type);
/** How the customer wants to pay. */
export const payBy = picklist(words.pay_by);
export type PayBy = InferOutput<typeof payBy>;
