import { useDeferredValue } from 'react';

/**
 * False while a part is drawn for the first time, then true: what lies below the first view is drawn after it, in a pass that gives way to
 * whatever a person does. Twenty-four cards at once keep a slow phone from answering for a quarter of a second.
 */
export const useRest = (): boolean => useDeferredValue(true, false);
