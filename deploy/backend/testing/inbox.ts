/** Collects items as they arrive, so that tests wait for the next item instead of a fixed time. */
export class Inbox<Item> {
  readonly #items: Item[] = [];
  readonly #waiting: ((item: Item) => void)[] = [];

  get size(): number {
    return this.#items.length;
  }

  put(item: Item): void {
    const waiter = this.#waiting.shift();
    if (waiter) waiter(item);
    else this.#items.push(item);
  }

  /**
   * The oldest item not yet taken.
   *
   * @throws an Error when nothing arrives within the timeout (milliseconds).
   */
  next(timeoutMs = 15_000): Promise<Item> {
    const item = this.#items.shift();
    if (item !== undefined) return Promise.resolve(item);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`Nothing arrived within ${timeoutMs} ms.`)), timeoutMs);
      this.#waiting.push((found) => {
        clearTimeout(timer);
        resolve(found);
      });
    });
  }
}
