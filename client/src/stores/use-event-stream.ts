/** A stream of server-sent events of the portal, while the page is in sight. */
import { useEffect, useRef } from 'react';

/** A stream the portal has ended is asked for again after so long. */
const AGAIN_MS = 30_000;

type Handlers = {
  onMessage: (data: string) => void;
  /** The portal has ended it: whether one may still read says the reading. */
  onEnded: () => void;
};

/** A browser keeps six connections to a portal, and a page that is hidden needs none. Another `address` is another stream. */
export function useEventStream(address: string, handlers: Handlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });

  useEffect(() => {
    let source: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const close = () => {
      clearTimeout(timer);
      source?.close();
      source = null;
    };
    const open = () => {
      close();
      source = new EventSource(address);
      source.onmessage = ({ data }: MessageEvent<string>) => latest.current.onMessage(data);
      // After a break the browser asks again by itself, unless the portal has refused.
      source.onerror = () => {
        if (source?.readyState !== EventSource.CLOSED) return;
        latest.current.onEnded();
        close();
        timer = setTimeout(open, AGAIN_MS);
      };
    };
    const follow = () => (document.visibilityState === 'visible' ? open() : close());
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      close();
    };
  }, [address]);
}
