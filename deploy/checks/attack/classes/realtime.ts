import { WebSocket } from 'ws';
import type { AttackCase, AttackClass } from '../attack-class.ts';
import type { AttackedSite, Attacker } from '../open-attacked-site.ts';

type Message = [string | null, string | null, string, string, Record<string, unknown>];

/** A connection that speaks the protocol itself, to do what the client library never does. */
class Listener {
  readonly heard: string[] = [];
  readonly closed: Promise<number>;
  private waiting: (() => void)[] = [];
  private readonly socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('message', (data: Buffer) => {
      this.heard.push(String(data));
      for (const wake of this.waiting.splice(0)) wake();
    });
  }

  /** @returns the connection, or the status of the refusal */
  static open(url: string, key: string, headers: Record<string, string> = {}): Promise<Listener | number> {
    const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${encodeURIComponent(key)}&vsn=2.0.0`;
    const socket = new WebSocket(address, { headers });
    const listener = new Listener(socket);
    return new Promise((resolve) => {
      socket.on('open', () => resolve(listener));
      socket.on('unexpected-response', (_, answer) => resolve(answer.statusCode ?? 0));
      socket.on('error', () => resolve(0));
    });
  }

  say(message: Message | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Waits until something that was heard matches. */
  async until(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = this.heard.find((text) => pattern.test(text));
      if (found) return found;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  end(): void {
    this.socket.terminate();
  }
}

const watched = [
  ...(['service_bookings', 'booking_signals', 'notification_logs', 'profiles', 'payments'] as const),
  ...(['message_outbox', 'user_roles', 'staff', 'callback_requests', 'waitlist'] as const),
];

const joins = (filter: object, access_token?: string): Message => [
  ...(['1', '1', 'realtime:any', 'phx_join'] as const),
  {
    config: { postgres_changes: [{ event: '*', schema: 'public', ...filter }] },
    ...(access_token && { access_token }),
  },
];

/** Ways of asking for the rows of somebody else. */
function subscriptions({ booking, shop }: AttackedSite): object[] {
  return [
    ...watched.map((table) => ({ table })),
    { table: '*' },
    { table: 'service_bookings', filter: `id=eq.${booking.id}` },
    { table: 'service_bookings', filter: `user_id=eq.${shop.customer.id}` },
    { table: 'service_bookings', filter: 'status=in.(confirmed,ready)' },
    { table: 'service_bookings', filter: 'phone=neq.1' },
    { table: 'service_bookings', filter: "id=eq.' or 1=1 --" },
    { table: 'service_bookings', filter: 'or=(id.not.is.null)' },
    { schema: '*', table: '*' },
    { schema: 'private', table: 'manage_tokens' },
    { schema: 'auth', table: 'users' },
    { schema: 'pg_catalog', table: 'pg_authid' },
    { table: 'service_bookings; select 1' },
    { table: ['service_bookings'] },
    { table: '__proto__' },
  ];
}

export const realtime: AttackClass = {
  name: 'realtime',
  cases: (site) => [
    ...(['visitor', 'stranger'] as const).flatMap((as) =>
      subscriptions(site).map((filter) => ({
        tries: `hears rows of others by ${JSON.stringify(filter)} (${as})`,
        changesOwnRows: true,
        run: () => hearsNothing(site, as, filter),
      })),
    ),
    // Their duty shows them no whole row of a booking; signals of it have no contact.
    ...(['mechanic', 'accountant'] as const).map((as) => ({
      tries: `hears whole bookings (${as})`,
      changesOwnRows: true,
      run: () => hearsNothing(site, as, { table: 'service_bookings' }),
    })),
    ...broken.map(([tries, text]): AttackCase => ({
      tries,
      run: async () => {
        const listener = await opened(site);
        listener.say(text);
        listener.say(['1', '2', 'phoenix', 'heartbeat', {}]);
        await Promise.race([listener.closed, listener.until(/"2","phoenix"|phx_reply/)]);
        listener.end();
        await stillAnswers(site);
      },
    })),
    ...refused(site).map(([tries, key, headers]): AttackCase => ({
      tries,
      run: async () => {
        const answer = await Listener.open(site.url, key, headers);
        if (typeof answer === 'number') return;
        answer.end();
        throw new Error('was let in');
      },
    })),
    {
      tries: 'a flood of frames ends its connection and no other',
      async run() {
        const listener = await opened(site);
        for (let frame = 0; frame < 5000; frame += 1) listener.say(['1', String(frame), 'phoenix', 'heartbeat', {}]);
        await listener.closed;
        await stillAnswers(site);
      },
    },
    {
      tries: 'a flood of channels is bounded',
      async run() {
        const listener = await opened(site);
        for (let at = 0; at < 300; at += 1)
          listener.say(['1', String(at), `realtime:${at}`, 'phx_join', { config: {} }]);
        await Promise.race([listener.closed, listener.until(/"status":"error"/)]);
        listener.end();
        await stillAnswers(site);
      },
    },
  ],
};

const broken: [string, string][] = [
  ['not JSON', '{'],
  ['null', 'null'],
  ['an object', '{"topic":"realtime:any","event":"phx_join","payload":{},"ref":"1"}'],
  ['nested ten thousand deep', '['.repeat(10_000)],
  ['a payload of a list', '["1","1","realtime:any","phx_join",[]]'],
  ['a payload with __proto__', '["1","1","realtime:any","phx_join",{"__proto__":{"isAdmin":true}}]'],
  ['a topic that is none', '["1","1",{"a":1},"phx_join",{}]'],
  ['another event', '["1","1","realtime:any","postgres_changes",{"data":{"record":{"id":1}}}]'],
  ['a broadcast', '["1","1","realtime:any","broadcast",{"type":"broadcast","event":"x","payload":{}}]'],
  ['a token for a channel that is not joined', '["1","1","realtime:none","access_token",{"access_token":"x"}]'],
];

const refused = (site: AttackedSite): [string, string, Record<string, string>?][] => [
  ['no key', ''],
  ['another key', 'x'],
  ['SQL as key', "' or 1=1 --"],
  ['a page of another site', site.tokens.visitor, { origin: 'https://evil.example' }],
  ['a page of this machine at another port', site.tokens.visitor, { origin: 'http://localhost:1' }],
  ['a page without an origin', site.tokens.visitor, { origin: 'null' }],
];

async function opened({ url, tokens }: AttackedSite): Promise<Listener> {
  const listener = await Listener.open(url, tokens.visitor);
  if (typeof listener === 'number') throw new Error(`the socket was answered ${listener}`);
  return listener;
}

async function stillAnswers(site: AttackedSite): Promise<void> {
  const listener = await opened(site);
  listener.say(['1', '1', 'phoenix', 'heartbeat', {}]);
  await listener.until(/phx_reply/);
  listener.end();
}

/**
 * Subscribes, lets the customer change their booking, and waits until an admin has heard of it twice: changes are
 * delivered in order, so what was to be delivered of the first has been.
 */
async function hearsNothing(site: AttackedSite, as: Attacker, filter: object): Promise<void> {
  const { sql } = site.shop.site.backend;
  const [spy, witness] = [await opened(site), await opened(site)];
  try {
    spy.say(joins(filter, site.tokens[as]));
    witness.say(joins({ table: 'service_bookings' }, site.tokens.boss));
    await Promise.all([spy, witness].map((listener) => listener.until(/phx_reply/)));
    await witness.until(/"system"/);
    for (const odometer of [1001, 1002]) {
      await sql`update public.service_bookings set odometer_km = ${odometer} where id = ${site.booking.id}`;
      await witness.until(new RegExp(`"odometer_km":${odometer}`));
    }
    const seen = spy.heard.join('\n');
    for (const [what, text] of site.foreign)
      if (!JSON.stringify(filter).includes(text) && seen.includes(text)) throw new Error(`heard ${what}`);
    if (/"record"|"old_record"/.test(seen)) throw new Error(`heard ${seen.slice(0, 200)}`);
  } finally {
    spy.end();
    witness.end();
  }
}
