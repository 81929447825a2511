import type { Database } from '../contracts/database.types.ts';

type Enums = Database['public']['Enums'];

/** The words of a closed list of the database, by the name of its Postgres enum. */
export type DatabaseEnum<Name extends keyof Enums> = Enums[Name];

/** The status of a booking. A new one makes the type check name every place that has to handle it. */
export type BookingStatus = DatabaseEnum<'booking_status'>;
