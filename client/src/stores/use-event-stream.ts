/** Stream of server-sent events while the page is visible. */
import { useEffect, useRef } from 'react';

/** Delay in milliseconds before a stream ended by the portal is reopened. */
const AGAIN_MS = 30_000;

type Handlers = {
  onMessage: (data: string) => void;
  /** Called when the portal has ended the stream; the next read shows whether access was lost. */
  onEnded: () => void;
};

/** Opens the stream at `address` while the page is visible. A browser allows six connections per host, so a hidden page keeps none. */
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
      // The browser reconnects after an interruption, unless the portal has refused.
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
