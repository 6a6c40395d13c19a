/** Things by key, those asked for last: the others are forgotten once all together are too large. */
export type NewestKept<T> = {
  /** What is kept of those asked for, which are the newest again, and the keys of the others. */
  take(keys: readonly string[]): { found: Map<string, T>; missing: string[] };
  keep(key: string, thing: T): void;
  drop(key: string): void;
  /** What may still be kept before something is forgotten. */
  room(): number;
};

/** Keeps as much as `most` allows by the sum of `sizeOf`. */
export function createNewestKept<T>(most: number, sizeOf: (thing: T) => number): NewestKept<T> {
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
