import type { RawData, WebSocket } from 'ws';
import type { RealtimeLimits } from '../backend-limits.ts';
import type { Clock } from '../gateway/rate-limiter.ts';
import { RateLimiter } from '../gateway/rate-limiter.ts';
import type { BackendSecrets } from '../secrets/backend-secrets.ts';
import type { Caller } from '../gateway/access-token.ts';
import { readAccessToken } from '../gateway/access-token.ts';
import type { Channel } from './channel.ts';
import { readSubscriptions } from './channel.ts';
import type { EndedSessions } from '../gateway/ended-sessions.ts';
import type { Frame } from './protocol.ts';
import { parseFrame, reply, writeFrame } from './protocol.ts';

export interface ClientSocketOptions {
  /** The key in the socket's address: it identifies the client until it sends a token. */
  apiKey: string;
  secrets: BackendSecrets;
  limits: RealtimeLimits;
  clock: Clock;
  endedSessions: Pick<EndedSessions, 'has'>;
}

/** One connected browser: speaks the protocol and keeps its channels. */
export class ClientSocket {
  /** By topic. */
  readonly channels = new Map<string, Channel>();
  readonly #socket: WebSocket;
  readonly #options: ClientSocketOptions;
  readonly #frames: RateLimiter;
  #lastFrameAt: number;

  constructor(socket: WebSocket, options: ClientSocketOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#frames = new RateLimiter(options.limits.framesPerSocket, options.clock);
    this.#lastFrameAt = options.clock();
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    // ws itself closes the socket with the right code for a frame that is too large or malformed.
    socket.on('error', () => undefined);
  }

  send(frame: Frame): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#socket.send(writeFrame(frame));
    // The client does not read: close the socket rather than buffer its messages. realtime-js rejoins.
    if (this.#socket.bufferedAmount > this.#options.limits.waitingBytes) this.#socket.terminate();
  }

  /** Closes a silent socket and channels whose token was not renewed in time. Called every second. */
  sweep(): void {
    const { clock, limits } = this.#options;
    const now = clock();
    if (now - this.#lastFrameAt > limits.silenceSeconds * 1000) return this.#socket.terminate();
    for (const channel of this.channels.values()) {
      const { expiresAt } = channel.subscriber;
      if (expiresAt !== undefined && now / 1000 > expiresAt + limits.graceSeconds)
        this.endChannel(channel, 'Token expired');
    }
  }

  /** Closes the channels of a session that has ended; their token is rejected from now on. */
  endSession(session: string): void {
    for (const channel of [...this.channels.values()])
      if (channel.subscriber.claims['session_id'] === session) this.endChannel(channel, 'The session has ended');
  }

  /** Closes a channel in a way that makes realtime-js rejoin (phx_close would close it permanently). */
  endChannel(channel: Channel, reason: string): void {
    this.channels.delete(channel.topic);
    const { topic, joinRef } = channel;
    this.send({ joinRef, ref: null, topic, event: 'phx_error', payload: { reason } });
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  terminate(): void {
    this.#socket.terminate();
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#lastFrameAt = this.#options.clock();
    if (this.#frames.take('') > 0) return this.close(1008, 'Too many messages');
    if (isBinary) return this.close(1003, 'Only text messages');
    const frame = parseFrame(String(data));
    if (!frame) return this.close(1007, 'Not a message of the realtime protocol');
    switch (frame.event) {
      case 'heartbeat':
        return this.send(reply(frame, 'ok', {}));
      case 'phx_join':
        return this.#join(frame);
      case 'phx_leave':
        this.channels.delete(frame.topic);
        return this.send(reply(frame, 'ok', {}));
      case 'access_token':
        return this.#renew(frame);
      default:
        // Broadcast and presence are not supported.
        if (frame.ref !== null) this.send(reply(frame, 'error', { reason: `${frame.event} is not available` }));
    }
  }

  #read(token: string): Caller | 'InvalidToken' | 'TokenExpired' {
    const { secrets, clock, endedSessions } = this.#options;
    const subscriber = readAccessToken(token, secrets, clock() / 1000);
    return typeof subscriber === 'object' && endedSessions.has(subscriber.claims) ? 'InvalidToken' : subscriber;
  }

  #join(frame: Frame): void {
    const { limits, apiKey } = this.#options;
    const reject = (reason: string) => this.send(reply(frame, 'error', { reason }));
    if (!frame.topic.startsWith('realtime:')) return reject('A topic starts with realtime:');
    if (!this.channels.has(frame.topic) && this.channels.size >= limits.channelsPerSocket)
      return reject(`ChannelRateLimitReached: more than ${limits.channelsPerSocket} channels`);
    const token = frame.payload['access_token'];
    const subscriber = this.#read(typeof token === 'string' && token ? token : apiKey);
    if (typeof subscriber === 'string') return reject(`${subscriber}: sign in again`);
    const subscriptions = readSubscriptions(frame.payload, limits.subscriptionsPerChannel);
    if (typeof subscriptions === 'string') return reject(subscriptions);

    const { topic, joinRef } = frame;
    this.channels.set(topic, { topic, joinRef, subscriber, subscriptions });
    const answered = subscriptions.map(({ id, asWritten }) => ({ id, ...asWritten }));
    this.send(reply(frame, 'ok', { postgres_changes: answered }));
    if (subscriptions.length === 0) return;
    const channel = topic.slice('realtime:'.length);
    const payload = { status: 'ok', extension: 'postgres_changes', message: 'Subscribed to PostgreSQL', channel };
    this.send({ joinRef, ref: null, topic, event: 'system', payload });
  }

  /** A renewed token of the same channel; an invalid one changes nothing, so the old one expires. */
  #renew(frame: Frame): void {
    const channel = this.channels.get(frame.topic);
    const token = frame.payload['access_token'];
    const subscriber = this.#read(String(token));
    if (channel && typeof subscriber !== 'string') channel.subscriber = subscriber;
    // realtime-js runs a timer for each message until it is answered.
    if (frame.ref === null) return;
    const isRenewed = channel !== undefined && typeof subscriber !== 'string';
    this.send(reply(frame, isRenewed ? 'ok' : 'error', isRenewed ? {} : { reason: 'InvalidToken' }));
  }
}
