/** Resets an unattended tablet, so that it shows no data of the previous borrower. */
import { useEffect, useEffectEvent, useState } from 'react';

/** Number of seconds without a touch until the reset. The last `WARN_SECONDS` are shown as a countdown. */
const IDLE_SECONDS = 60;
const WARN_SECONDS = 15;
const TOUCHES = ['pointerdown', 'keydown', 'input'] as const;

/** Returns the remaining seconds during the countdown, and `null` before. */
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
