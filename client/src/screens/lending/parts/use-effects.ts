import type { OrderEffect } from '@fundus/contract/lending/orders/effects';
import { useState } from 'react';

/** What would be saved, by a word of its own, and the orders it affects. */
type Shown = { of: string; items: readonly OrderEffect[] };

/** Shows which orders a change affects before it is saved: the first press asks and shows them, the second one saves. */
export function useEffects() {
  const [shown, setShown] = useState<Shown | null>(null);
  return {
    shown,
    /** `look` asks the server; `act` saves, at once if no order is affected. */
    confirm: (of: string, look: (done: (items: readonly OrderEffect[]) => void) => void, act: () => void): void => {
      if (shown?.of === of) return act();
      look((items) => (items.length === 0 ? act() : setShown({ of, items })));
    },
  };
}
