/** A least-recently-used cache, limited by the total size of its values. */
export type LruCache<T> = {
  /** Returns the cached values and the missing keys. The returned values become the most recently used. */
  take(keys: readonly string[]): { found: Map<string, T>; missing: string[] };
  keep(key: string, thing: T): void;
  drop(key: string): void;
  /** Returns the size that is left before entries are evicted. */
  room(): number;
};

/** Returns an empty cache. `most` is the maximum sum of `sizeOf` over all cached values. */
export function createLruCache<T>(most: number, sizeOf: (thing: T) => number): LruCache<T> {
  const things = new Map<string, T>();
  let size = 0;
  const drop = (key: string): void => {
    const thing = things.get(key);
    if (thing === undefined) return;
    things.delete(key);
    size -= sizeOf(thing);
  };
  return {
    take(keys) {
      const found = new Map<string, T>();
      const missing: string[] = [];
      for (const key of keys) {
        const thing = things.get(key);
        if (thing === undefined) {
          missing.push(key);
          continue;
        }
        things.delete(key);
        things.set(key, thing);
        found.set(key, thing);
      }
      return { found, missing };
    },
    keep(key, thing) {
      drop(key);
      things.set(key, thing);
      size += sizeOf(thing);
      for (const oldest of things.keys()) {
        if (size <= most) break;
        drop(oldest);
      }
    },
    drop,
    room: () => most - size,
  };
}
