import { useEffect } from 'react';

/** Scrolls to an element named in the address and focuses it once it is rendered. */
export function useScrollToTarget(id: string | null): void {
  useEffect(() => {
    const element = id === null ? null : document.getElementById(id);
    element?.scrollIntoView({ block: 'start' });
    element?.focus({ preventScroll: true });
  }, [id]);
}
