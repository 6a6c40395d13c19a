import { useDeferredValue } from 'react';

/**
 * Returns `false` in the first render and `true` in a deferred, interruptible one. Used for content below the first view, because rendering 24 cards
 * at once blocks a slow phone for 250 ms.
 */
export const useDeferredRender = (): boolean => useDeferredValue(true, false);
