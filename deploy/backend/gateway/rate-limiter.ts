import type { RateRule } from '../backend-limits.ts';

/** Current time in milliseconds since 1970; replaced in tests. */
export type Clock = () => number;

const maxKeys = 20_000;

/** Counts events by key in fixed windows, in memory. */
export class RateLimiter {
  readonly #rule: RateRule;
  readonly #clock: Clock;
  readonly #windows = new Map<string, { count: number; endsAt: number }>();

  constructor(rule: RateRule, clock: Clock) {
    this.#rule = rule;
    this.#clock = clock;
  }

  /** Counts one event within the limit and returns 0; beyond it, counts nothing and returns the seconds to wait. */
  take(key: string): number {
    const now = this.#clock();
    let window = this.#windows.get(key);
    if (!window || window.endsAt <= now) {
      if (this.#windows.size >= maxKeys) this.#makeRoom(now);
      window = { count: 0, endsAt: now + this.#rule.perSeconds * 1000 };
      this.#windows.set(key, window);
    }
    if (window.count >= this.#rule.max) return Math.max(1, Math.ceil((window.endsAt - now) / 1000));
    window.count += 1;
    return 0;
  }

  /** How many events of a key count at present. */
  count(key: string): number {
    const window = this.#windows.get(key);
    return window && window.endsAt > this.#clock() ? window.count : 0;
  }

  /** Takes back one counted event that did not happen after all. */
  giveBack(key: string): void {
    const window = this.#windows.get(key);
    if (window && window.count > 0) window.count -= 1;
  }

  /** Forgets a key: a successful sign-in clears the tries before it. */
  forget(key: string): void {
    this.#windows.delete(key);
  }

  #makeRoom(now: number): void {
    for (const [key, window] of this.#windows) if (window.endsAt <= now) this.#windows.delete(key);
    // Still full: an attack from many addresses. Drop the oldest half rather than grow.
    if (this.#windows.size < maxKeys) return;
    for (const key of [...this.#windows.keys()].slice(0, maxKeys / 2)) this.#windows.delete(key);
  }
}
