import { useDeferredValue } from 'react';

/**
 * Returns `false` during the first render of a component, then `true` in a deferred, interruptible render. Content below the first view uses it,
 * because 24 cards at once block a slow phone for a quarter of a second.
 */
export const useRest = (): boolean => useDeferredValue(true, false);
