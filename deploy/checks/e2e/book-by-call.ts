import type { ArrivalWindow, FreeSlot } from '@twostroke/shared/api/slots';
import { randomUUID } from 'node:crypto';
import type { TestSite } from './open-test-site.ts';

/** A General Service of a Classic 350. */
const usualJob = { items: [{ id: 'general-service', quantity: 1 }], model: 'royal-enfield/classic-350' };

export interface BookingInput {
  mode?: 'workshop' | 'doorstep';
  /** The first free one when left out. */
  at?: Pick<FreeSlot, 'date' | 'start'>;
  /** Rupees of extra work that need no answer: one of `shop.approval_limits`. */
  approvalLimit?: number;
  /** After the service when left out. */
  payBy?: 'upi' | 'online';
  /** Token of the customer who will own the booking. */
  accessToken?: string;
  /** A General Service of this bike, or another package; a Classic 350 when left out. */
  bike?: { model: string; price: number; plate: string; service?: string };
  /** Books as a guest with this number, `+91XXXXXXXXXX`. */
  guest?: string;
}

export interface BookingByCall {
  id: string;
  number: string;
  manage_token: string;
}

/**
 * Books with the same call as the page, for journeys that test something else: of an account by its token, else by the
 * shop, whose bookings are in no guest's limits.
 */
export async function bookByCall(site: TestSite, wish: BookingInput = {}): Promise<BookingByCall> {
  const { mode = 'workshop', approvalLimit = 0, payBy = 'after_service', guest } = wish;
  const accessToken = wish.accessToken ?? (guest ? site.backend.anonKey : site.backend.serviceKey);
  const job = {
    ...usualJob,
    ...(wish.bike && { model: wish.bike.model }),
    ...(wish.bike?.service && { items: [{ id: wish.bike.service, quantity: 1 }] }),
  };
  const at = wish.at ?? (await readFirstFree(site, mode, job));
  const request = {
    ...job,
    request_id: randomUUID(),
    mode,
    date: at.date,
    time: at.start,
    name: 'Meera Joshi',
    phone: guest ?? '+919822054321',
    vehicle_number: wish.bike?.plate ?? 'MH12AB1234',
    approval_limit: approvalLimit,
    payment: payBy,
    expected_total: wish.bike?.price ?? 1699,
    ...(mode === 'doorstep' && {
      address: { line: 'B-402, Ganga Heights, NIBM Road', landmark: '', area: 'kondhwa', pin: '411048' },
    }),
  };
  const isOfShop = accessToken === site.backend.serviceKey;
  return callFunction(site, 'create_booking', { request }, accessToken, isOfShop ? nextAddress() : undefined);
}

let addresses = 0;

/** Each booking by the shop comes from elsewhere: one address may not make as many as the walks of a file need. */
function nextAddress(): string {
  addresses += 1;
  return `198.18.${Math.floor(addresses / 256)}.${addresses % 256}`;
}

/** The first window in which a job can begin. Some need more notice than others. */
export async function readFirstFree(site: TestSite, mode: 'workshop' | 'doorstep', job = usualJob): Promise<FreeSlot> {
  return (await callFunction<{ first_free: FreeSlot }>(site, 'list_slots', { mode, ...job })).first_free;
}

/** Every window from tomorrow on in which a General Service can begin, seven days of them. */
export async function readFreeTimes(site: TestSite, mode: 'workshop' | 'doorstep'): Promise<FreeSlot[]> {
  const args = { mode, ...usualJob, days: 8 };
  const { days, today } = await callFunction<{ today: string; days: { date: string; windows: ArrivalWindow[] }[] }>(
    site,
    'list_slots',
    args,
  );
  return days
    .filter(({ date }) => date > today)
    .flatMap(({ date, windows }) => windows.filter(({ why }) => why === null).map((window) => ({ date, ...window })));
}

/** Books the window until only so many places are left. */
export async function fillWindow(site: TestSite, { date, start, free }: FreeSlot, left: number): Promise<void> {
  for (let places = free; places > left; places -= 1) await bookByCall(site, { at: { date, start } });
}

/** Calls a function of the backend, as a guest or with a token. */
export async function callFunction<T>(
  { url, backend }: TestSite,
  name: string,
  args: object,
  /** A user's token, or a key of the backend. */
  token: string = backend.anonKey,
  /** The network address of the caller; its own when left out. */
  address?: string,
): Promise<T> {
  const isKey = token === backend.anonKey || token === backend.serviceKey;
  const response = await fetch(`${url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: isKey ? token : backend.anonKey,
      'Content-Type': 'application/json',
      ...(!isKey && { Authorization: `Bearer ${token}` }),
      ...(address && { 'X-Forwarded-For': address }),
    },
    body: JSON.stringify(args),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${name} was rejected: ${JSON.stringify(answer)}`);
  return answer as T;
}
