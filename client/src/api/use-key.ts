import { useRef } from 'react';

const KEY_BYTES = 16;

/** Returns a random idempotency key. `crypto.randomUUID` is missing on pages without https. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * The key of an act (docs/behaviour/common.md#sent-again): pressed again with the same words, because no answer came, it is the same act and done once.
 * `renew` once it is answered: the next one is another, whatever its words.
 */
export function useKey() {
  const kept = useRef({ about: '', key: '' });
  return {
    keyOf(body: unknown): string {
      const about = JSON.stringify(body);
      if (kept.current.about !== about) kept.current = { about, key: newKey() };
      return kept.current.key;
    },
    renew(): void {
      kept.current = { about: '', key: '' };
    },
  };
}
