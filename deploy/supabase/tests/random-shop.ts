import type { JsonObject, TestDatabase } from './open-database.ts';

/** When it is called, unless now, and what it is counted as, unless by its name. */
export interface CallOptions {
  at?: string;
  as?: string;
}

/** What steps need of the run that they are a step of. */
export interface RandomShop {
  db: TestDatabase;
  /** The group of bikes that the desk books. */
  group: string;
  at(): string;
  /** One of the bookings that staff work on, in one of the statuses if any are given. */
  inWork(pick: number, statuses?: string[]): Promise<string>;
  /** The time of a booking, or now where that is past. */
  onTheDay(booking: string): Promise<string>;
  /** Who booked it, and their link. */
  customerOf(booking: string): { who: number; manage_token: string | null };
  /** Undefined when it is refused. */
  call(who: number, name: string, args: JsonObject, how?: CallOptions): Promise<JsonObject | undefined>;
  /** Keeps a booking, for later steps with it. */
  add(made: JsonObject, owner: number): Promise<void>;
}

/** A step in it. */
export type JobStep = (shop: RandomShop, pick: number) => Promise<void>;
