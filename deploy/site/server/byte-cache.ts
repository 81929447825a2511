export interface ByteCache<Value> {
  get(key: string): Value | undefined;
  /** @param bytes what the value takes in memory; one that alone exceeds the bound is not kept */
  set(key: string, value: Value, bytes: number): void;
  clear(): void;
  /** Sum of what the kept values take. */
  readonly bytes: number;
}

/** Keeps values up to a number of bytes and drops the least recently used first. */
export function createByteCache<Value>(mostBytes: number): ByteCache<Value> {
  /** In the order of their last use. */
  const kept = new Map<string, { value: Value; bytes: number }>();
  let sum = 0;

  function drop(key: string): void {
    sum -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  }

  return {
    get(key) {
      const found = kept.get(key);
      if (!found) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found.value;
    },
    set(key, value, bytes) {
      drop(key);
      if (bytes > mostBytes) return;
      kept.set(key, { value, bytes });
      sum += bytes;
      for (const oldest of kept.keys()) {
        if (sum <= mostBytes) break;
        drop(oldest);
      }
    },
    clear() {
      kept.clear();
      sum = 0;
    },
    get bytes() {
      return sum;
    },
  };
}
