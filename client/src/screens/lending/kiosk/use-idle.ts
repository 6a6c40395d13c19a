/** Whoever goes away from a tablet leaves nothing of theirs on it. */
import { useEffect, useEffectEvent, useState } from 'react';

/** Nobody has touched it so long; the last seconds are counted, and any touch begins anew. */
const IDLE_SECONDS = 60;
const WARN_SECONDS = 15;
const TOUCHES = ['pointerdown', 'keydown', 'input'] as const;

/** Seconds until it ends, as soon as they are counted; null before. */
export function useIdle(active: boolean, onEnd: () => void): number | null {
  const [left, setLeft] = useState<number | null>(null);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (!active) return;
    let last = Date.now();
    const touch = (): void => {
      last = Date.now();
      setLeft(null);
    };
    const timer = window.setInterval(() => {
      const seconds = IDLE_SECONDS - Math.floor((Date.now() - last) / 1_000);
      if (seconds <= 0) end();
      else if (seconds <= WARN_SECONDS) setLeft(seconds);
    }, 1_000);
    for (const name of TOUCHES) window.addEventListener(name, touch);
    return () => {
      clearInterval(timer);
      for (const name of TOUCHES) window.removeEventListener(name, touch);
      setLeft(null);
    };
  }, [active]);
  return left;
}
