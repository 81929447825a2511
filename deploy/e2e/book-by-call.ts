import { randomUUID } from 'node:crypto';
import type { TestSite } from './open-test-site.ts';

interface FreeWindow {
  date: string;
  start: string;
}

/** Makes a booking with the call the page makes, for journeys that are about something else. */
export async function bookByCall(site: TestSite): Promise<{ id: string; number: string }> {
  const items = [{ id: 'general-service', quantity: 1 }];
  const model = 'royal-enfield/classic-350';
  const { first_free } = await call<{ first_free: FreeWindow }>(site, 'list_slots', { mode: 'workshop', items, model });
  return call(site, 'create_booking', {
    request: {
      request_id: randomUUID(),
      model,
      items,
      mode: 'workshop',
      date: first_free.date,
      time: first_free.start,
      name: 'Meera Joshi',
      phone: '+919822054321',
      vehicle_number: 'MH12AB1234',
      approval_limit: 0,
      expected_total: 1699,
    },
  });
}

async function call<T>({ url, backend }: TestSite, name: string, args: object): Promise<T> {
  const response = await fetch(`${url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: backend.anonKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(args),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${name} was refused: ${JSON.stringify(answer)}`);
  return answer as T;
}
