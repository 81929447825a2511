import type { ArrivalWindow, FreeSlot } from '@twostroke/shared/data/slots';
import { randomUUID } from 'node:crypto';
import type { TestSite } from './open-test-site.ts';

const job = { items: [{ id: 'general-service', quantity: 1 }], model: 'royal-enfield/classic-350' };

export interface Wish {
  mode?: 'workshop' | 'doorstep';
  /** The first free one when left out. */
  at?: Pick<FreeSlot, 'date' | 'start'>;
  /** Rupees of extra work that need no question: 0, 300, 500 or 1000. */
  approvalLimit?: number;
  /** Of the customer whose booking it becomes. */
  accessToken?: string;
}

export interface Booked {
  id: string;
  number: string;
  manage_token: string;
}

/** Makes a booking with the call the page makes, for journeys that are about something else. */
export async function bookByCall(site: TestSite, wish: Wish = {}): Promise<Booked> {
  const { mode = 'workshop', approvalLimit = 0, accessToken } = wish;
  const at = wish.at ?? (await callFunction<{ first_free: FreeSlot }>(site, 'list_slots', { mode, ...job })).first_free;
  const request = {
    ...job,
    request_id: randomUUID(),
    mode,
    date: at.date,
    time: at.start,
    name: 'Meera Joshi',
    phone: '+919822054321',
    vehicle_number: 'MH12AB1234',
    approval_limit: approvalLimit,
    expected_total: 1699,
    ...(mode === 'doorstep' && {
      address: { line: 'B-402, Ganga Heights, NIBM Road', landmark: '', area: 'kondhwa', pin: '411048' },
    }),
  };
  return callFunction(site, 'create_booking', { request }, accessToken);
}

/** Every window from tomorrow on in which this job can begin, seven days of them. */
export async function readFreeTimes(site: TestSite, mode: 'workshop' | 'doorstep'): Promise<FreeSlot[]> {
  const args = { mode, ...job, days: 8 };
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

async function callFunction<T>(
  { url, backend }: TestSite,
  name: string,
  args: object,
  accessToken?: string,
): Promise<T> {
  const response = await fetch(`${url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: backend.anonKey,
      'Content-Type': 'application/json',
      ...(accessToken && { Authorization: `Bearer ${accessToken}` }),
    },
    body: JSON.stringify(args),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${name} was refused: ${JSON.stringify(answer)}`);
  return answer as T;
}
