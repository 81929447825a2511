import { randomUUID } from 'node:crypto';
import { startScript } from './child-script.ts';

/** A backend with the shop's tables in a process of its own. */
export interface ShopProcess {
  url: string;
  anonKey: string;
  databaseUrl: string;
  /** Ends the process: SIGKILL leaves it no time for anything. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** Starts one on a data folder, with a Postgres of its own or on a shared database. */
export async function startShopProcess(dataFolder: string, databaseUrl?: string): Promise<ShopProcess> {
  const values = [dataFolder, 'shop', ...(databaseUrl ? [databaseUrl] : [])];
  const { child, firstLine, ended } = await startScript('run-backend.ts', ...values);
  const told = JSON.parse(firstLine) as { url: string; anonKey: string; databaseUrl: string; rejected?: string };
  if (told.rejected) throw new Error(told.rejected);
  return {
    ...told,
    async end(signal) {
      child.kill(signal);
      await ended;
    },
  };
}

export interface RpcResponse {
  status: number;
  body: Record<string, unknown> & { hint?: string; details?: string };
}

/** Calls a function over HTTP as a visitor. @throws when the process does not answer. */
export async function callShop(
  shop: Pick<ShopProcess, 'url' | 'anonKey'>,
  name: string,
  args: unknown,
): Promise<RpcResponse> {
  const response = await fetch(`${shop.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: shop.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(args),
  });
  return { status: response.status, body: (await response.json()) as RpcResponse['body'] };
}

/** An oil change in the workshop, each for another number. */
export function shopRequest(index: number, window: { date: string; start: string }) {
  return {
    request_id: randomUUID(),
    mode: 'workshop',
    items: [{ id: 'oil-change', quantity: 1 }],
    model: 'royal-enfield/classic-350',
    date: window.date,
    time: window.start,
    name: 'Asha Kulkarni',
    phone: `9${String(index).padStart(9, '0')}`,
    vehicle_number: 'MH 12 ZZ 0042',
    expected_total: 999,
  };
}
