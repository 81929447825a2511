/** At most `max` within `perSeconds`. */
export interface RateRule {
  max: number;
  perSeconds: number;
  /** True: the places come back one by one, each after perSeconds / max, and not all of them at the end. */
  isPaced?: boolean;
}

/** Every limit of the backend, so that tests and operators can set them. */
export interface BackendLimits {
  /** Largest request body, bytes. */
  bodyBytes: number;
  /** Largest request that uploads a file, bytes: the file and the form around it. A bucket limits the file itself. */
  uploadBytes: number;
  /** Longest API statement, milliseconds. A call waits half as long for a lock, and twice as long for a connection. */
  statementTimeoutMs: number;
  /** Requests of one network address to the data API. */
  requestsPerAddress: RateRule;
  /**
   * Calls of some functions, by the name of a rule of private.call_limits: replaces its figures, in tests. The rules
   * themselves are in the database only.
   */
  calls: Partial<Record<string, RateRule>>;
  signUpsPerAddress: RateRule;
  /** Wrong passwords of one person in a browser in which they have signed in before. */
  passwordTriesPerDevice: RateRule;
  /** Wrong passwords of one address in other browsers. */
  passwordTriesPerAddress: RateRule;
  /** Wrong passwords for one account from one address, in other browsers. */
  passwordTriesPerAccountAndAddress: RateRule;
  /** Wrong passwords for one account from all addresses: beyond it, other browsers wait for each answer. */
  passwordTriesPerAccount: RateRule;
  /** How long they wait, milliseconds. */
  passwordDelayMs: number;
  /** Mails and SMS requested by one address. */
  messagesPerAddress: RateRule;
  /** Mails to one mailbox that one address, or one known browser, requests. Rejected requests do not count. */
  mailsPerMailbox: RateRule;
  /** Mails to one mailbox from all addresses. Beyond it, unknown browsers get the usual answer and no further mail. */
  mailsPerMailboxOfAll: RateRule;
  /** Codes tried by one browser that is known or has requested one, or else by one address. */
  codeTriesPerAddress: RateRule;
  /** Wrong links tried by one address. */
  linkTriesPerAddress: RateRule;
  /** Wrong codes for a mail in the browser that requested it; as many of callers at its address without a cookie. */
  mailCodeTries: number;
  /** Renewed sessions and account changes of one session or user; those without one, of one address. */
  sessionCallsPerAddress: RateRule;
  /** How long sessions live. Staff are who has a role in user_roles. */
  sessions: { customers: SessionLifetime; staff: SessionLifetime };
  phoneCode: PhoneCodeLimits;
  realtime: RealtimeLimits;
}

export interface SessionLifetime {
  /** From the sign-in on. */
  timeboxSeconds: number;
  /** Since its tokens were last renewed. An open page renews them each hour. */
  inactivitySeconds: number;
}

export interface PhoneCodeLimits {
  lifetimeSeconds: number;
  /** Between two SMS to one number that one browser requests, or the unknown browsers of one address. */
  pauseSeconds: number;
  /** The same after the sends of a day. */
  slowPauseSeconds: number;
  /** SMS to one number in an Indian calendar day that one browser, or the unknown ones of one address, gets soon. */
  sendsPerDay: number;
  /** The same of all browsers in which the person has not signed in: more come slowly. So a number gets at most 36. */
  sendsPerDayOfUnknown: number;
  /** Wrong codes of the browser that requested the code; as many of callers at its address without a cookie. */
  attempts: number;
}

export interface RealtimeLimits {
  /** Largest frame a client may send, bytes; a larger one closes the socket with 1009. */
  frameBytes: number;
  channelsPerSocket: number;
  /** Subscriptions to changes within one channel. */
  subscriptionsPerChannel: number;
  socketsPerAddress: number;
  sockets: number;
  /** Frames of one socket. */
  framesPerSocket: RateRule;
  /** A client that does not read is disconnected when this many bytes wait for it. */
  waitingBytes: number;
  /** A socket without any frame for so long is closed (clients send a heartbeat every 25 seconds). */
  silenceSeconds: number;
  /** How long a channel with an expired token stays silently open for its renewal. */
  graceSeconds: number;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

export const defaultLimits: BackendLimits = {
  bodyBytes: 256 * 1024,
  uploadBytes: 1088 * 1024,
  statementTimeoutMs: 8_000,
  requestsPerAddress: { max: 6_000, perSeconds: minute },
  calls: {},
  signUpsPerAddress: { max: 60, perSeconds: hour },
  passwordTriesPerDevice: { max: 10, perSeconds: 15 * minute, isPaced: true },
  passwordTriesPerAddress: { max: 60, perSeconds: 15 * minute, isPaced: true },
  passwordTriesPerAccountAndAddress: { max: 10, perSeconds: 15 * minute, isPaced: true },
  passwordTriesPerAccount: { max: 50, perSeconds: 15 * minute },
  passwordDelayMs: 4_000,
  messagesPerAddress: { max: 20, perSeconds: 10 * minute },
  mailsPerMailbox: { max: 5, perSeconds: hour },
  mailsPerMailboxOfAll: { max: 15, perSeconds: hour },
  codeTriesPerAddress: { max: 30, perSeconds: 5 * minute },
  linkTriesPerAddress: { max: 30, perSeconds: 5 * minute },
  mailCodeTries: 5,
  sessionCallsPerAddress: { max: 300, perSeconds: 5 * minute },
  sessions: {
    // A bike is serviced every few months: a customer signs in once a year, not for each service.
    customers: { timeboxSeconds: 365 * day, inactivitySeconds: 180 * day },
    staff: { timeboxSeconds: 7 * day, inactivitySeconds: 12 * hour },
  },
  phoneCode: {
    lifetimeSeconds: 300,
    pauseSeconds: 30,
    slowPauseSeconds: hour,
    sendsPerDay: 5,
    sendsPerDayOfUnknown: 12,
    attempts: 5,
  },
  realtime: {
    frameBytes: 16 * 1024,
    channelsPerSocket: 20,
    subscriptionsPerChannel: 10,
    socketsPerAddress: 100,
    sockets: 2_000,
    framesPerSocket: { max: 120, perSeconds: 10 },
    waitingBytes: 1024 * 1024,
    silenceSeconds: 75,
    graceSeconds: 60,
  },
};
