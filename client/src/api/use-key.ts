import { useRef } from 'react';

/**
 * The key of an act (docs/behaviour/common.md#sent-again): pressed again with the same words, because no answer came, it is the same act and done once.
 * `renew` once it is answered: the next one is another, whatever its words.
 */
export function useKey() {
  const kept = useRef({ about: '', key: '' });
  return {
    keyOf(body: unknown): string {
      const about = JSON.stringify(body);
      if (kept.current.about !== about) kept.current = { about, key: crypto.randomUUID() };
      return kept.current.key;
    },
    renew(): void {
      kept.current = { about: '', key: '' };
    },
  };
}
