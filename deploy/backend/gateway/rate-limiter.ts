import type { RateRule } from '../backend-limits.ts';

/** Current time in milliseconds since 1970; replaced in tests. */
export type Clock = () => number;

const maxKeys = 20_000;

interface Counted {
  count: number;
  /** Start of the present step. */
  since: number;
}

/** Counts events by key, in memory: in fixed windows or, when the rule is paced, with places that come back one by one. */
export class RateLimiter {
  readonly #max: number;
  readonly #stepMs: number;
  readonly #regainedPerStep: number;
  readonly #clock: Clock;
  readonly #counted = new Map<string, Counted>();

  constructor({ max, perSeconds, isPaced = false }: RateRule, clock: Clock) {
    this.#max = max;
    this.#stepMs = (perSeconds * 1000) / (isPaced ? max : 1);
    this.#regainedPerStep = isPaced ? 1 : max;
    this.#clock = clock;
  }

  /** Counts one event within the limit and returns 0; beyond it, counts nothing and returns the seconds to wait. */
  take(key: string): number {
    const wait = this.secondsToWait(key);
    if (wait > 0) return wait;
    const counted = this.#current(key);
    if (!counted && this.#counted.size >= maxKeys) this.#makeRoom();
    this.#counted.set(key, { count: (counted?.count ?? 0) + 1, since: counted?.since ?? this.#clock() });
    return 0;
  }

  /** Seconds until the next event of a key is within the limit: 0 when it is now. */
  secondsToWait(key: string): number {
    const counted = this.#current(key);
    if (!counted || counted.count < this.#max) return 0;
    return Math.max(1, Math.ceil((counted.since + this.#stepMs - this.#clock()) / 1000));
  }

  /** Takes back one counted event that did not happen after all. */
  giveBack(key: string): void {
    const counted = this.#current(key);
    if (counted) this.#counted.set(key, { ...counted, count: counted.count - 1 });
  }

  /** Forgets a key: a successful sign-in clears the tries before it. */
  forget(key: string): void {
    this.#counted.delete(key);
  }

  /** What counts of a key at present; undefined when nothing does. */
  #current(key: string): Counted | undefined {
    const counted = this.#counted.get(key);
    if (!counted) return undefined;
    // A clock that is set back takes no place away.
    const steps = Math.max(0, Math.floor((this.#clock() - counted.since) / this.#stepMs));
    const count = counted.count - steps * this.#regainedPerStep;
    return count > 0 ? { count, since: counted.since + steps * this.#stepMs } : undefined;
  }

  #makeRoom(): void {
    for (const key of this.#counted.keys()) if (!this.#current(key)) this.#counted.delete(key);
    // Still full: an attack from many addresses. Drop the oldest half rather than grow.
    if (this.#counted.size < maxKeys) return;
    for (const key of [...this.#counted.keys()].slice(0, maxKeys / 2)) this.#counted.delete(key);
  }
}
