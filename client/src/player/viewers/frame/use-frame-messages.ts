/** Receives messages from one frame and ignores those of others. */
import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import type { UnitState } from '@fundus/contract/assignments/assignments';
import { readFrameMessage, type FrameTrouble } from './frame-messages.ts';

/** Time in milliseconds within which an equal result is ignored, because some tests report twice. */
const TWICE_MS = 2_000;
const MAX_TROUBLES = 30;

type Listeners = { onScore: (percent: number) => void; onUnit: (unit: string, state: UnitState) => void; onKept: (kept: string) => void };

export function useFrameMessages(frame: RefObject<HTMLIFrameElement | null>, listeners: Listeners) {
  const [height, setHeight] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);
  const [troubles, setTroubles] = useState<readonly FrameTrouble[]>([]);
  const latest = useEffectEvent(() => listeners);
  useEffect(() => {
    let last = { percent: -1, at: 0 };
    const onMessage = (event: MessageEvent): void => {
      if (event.source !== frame.current?.contentWindow) return;
      const message = readFrameMessage(event.data);
      if (message === null) return;
      if ('failed' in message) setFailed(true);
      else if ('kept' in message) latest().onKept(message.kept);
      else if ('unit' in message) latest().onUnit(message.unit, message.state);
      else if ('trouble' in message)
        setTroubles((known) =>
          known.length >= MAX_TROUBLES || known.some(({ trouble, name }) => trouble === message.trouble && name === message.name)
            ? known
            : [...known, message],
        );
      else if ('percent' in message) {
        const twice = message.percent === last.percent && event.timeStamp - last.at < TWICE_MS;
        last = { percent: message.percent, at: event.timeStamp };
        if (!twice) latest().onScore(message.percent);
      } else setHeight(message.height);
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, [frame]);
  return { height, failed, troubles, clear: () => setTroubles([]) };
}
