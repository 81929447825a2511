import type { Supabase } from '../client/index.ts';

type Listener = (change: { new: unknown }) => void;

interface FakeChannel {
  name: string;
  listeners: { event: string; filter: string | undefined; listener: Listener }[];
  report: (state: string) => void;
  on: (type: string, wanted: { event: string; filter?: string }, listener: Listener) => FakeChannel;
  subscribe: (report: (state: string) => void) => FakeChannel;
}

export interface FakeRealtime {
  /** Replaces `loadSupabase`. */
  loadSupabase: () => Promise<Supabase>;
  /** Names of the open channels. */
  open: () => string[];
  /** What a channel's listeners subscribed to, e.g. `UPDATE user_id=eq.1`. */
  wanted: (name: string) => string[];
  /** Reports `SUBSCRIBED`, as after the first join and after a lost connection. */
  join: (name: string) => void;
  /** Reports `CHANNEL_ERROR`: the connection is lost. */
  lose: (name: string) => void;
  /** Delivers a change to the listeners of its event. */
  emit: (name: string, event: 'INSERT' | 'UPDATE', row: unknown) => void;
}

/** The realtime side of the whole client, without a socket. */
export function fakeRealtime(): FakeRealtime {
  const channels: FakeChannel[] = [];
  const of = (name: string): FakeChannel[] => channels.filter((channel) => channel.name === name);
  const client = {
    channel(name: string): FakeChannel {
      const channel: FakeChannel = {
        name,
        listeners: [],
        report: () => undefined,
        on(_type, { event, filter }, listener) {
          channel.listeners.push({ event, filter, listener });
          return channel;
        },
        subscribe(report) {
          channel.report = report;
          channels.push(channel);
          return channel;
        },
      };
      return channel;
    },
    removeChannel(channel: FakeChannel): Promise<string> {
      const at = channels.indexOf(channel);
      if (at >= 0) channels.splice(at, 1);
      return Promise.resolve('ok');
    },
  };
  return {
    loadSupabase: () => Promise.resolve(client as unknown as Supabase),
    open: () => channels.map(({ name }) => name),
    wanted: (name) =>
      of(name).flatMap(({ listeners }) => listeners.map((l) => [l.event, l.filter].filter(Boolean).join(' '))),
    join: (name) => of(name).forEach((channel) => channel.report('SUBSCRIBED')),
    lose: (name) => of(name).forEach((channel) => channel.report('CHANNEL_ERROR')),
    emit: (name, event, row) =>
      of(name).forEach(({ listeners }) =>
        listeners.filter((l) => l.event === event).forEach(({ listener }) => listener({ new: row })),
      ),
  };
}
