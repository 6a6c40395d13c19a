import type { OrderEffect } from '@fundus/contract/lending/orders/effects';
import { useState } from 'react';

/** Affected orders, and the key of the change that affects them. */
type Shown = { of: string; items: readonly OrderEffect[] };

/** Shows which orders a change affects before it is saved: the first press shows them, the second one saves. */
export function useEffects() {
  const [shown, setShown] = useState<Shown | null>(null);
  return {
    shown,
    /** `look` requests the affected orders; `act` saves. If no order is affected, it saves at once. */
    confirm: (of: string, look: (done: (items: readonly OrderEffect[]) => void) => void, act: () => void): void => {
      if (shown?.of === of) return act();
      look((items) => (items.length === 0 ? act() : setShown({ of, items })));
    },
  };
}
