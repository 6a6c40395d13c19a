import type { OrderEffect } from '@fundus/contract/lending/orders/effects';
import { useState } from 'react';

/** Affected orders, and the key of the change that affects them. */
type Shown = { of: string; items: readonly OrderEffect[] };

/** Shows the orders that a change affects before the change is saved. The first click shows them and the second click saves. */
export function useEffects() {
  const [shown, setShown] = useState<Shown | null>(null);
  return {
    shown,
    /** Requests the affected orders with `look` and saves with `act`. Saves immediately if no order is affected. */
    confirm: (of: string, look: (done: (items: readonly OrderEffect[]) => void) => void, act: () => void): void => {
      if (shown?.of === of) return act();
      look((items) => (items.length === 0 ? act() : setShown({ of, items })));
    },
  };
}
