/** Server-sent events that are received while the page is visible. */
import { useEffect, useRef } from 'react';

/** Delay in milliseconds before a stream that the server has closed is reopened. */
const AGAIN_MS = 30_000;

type Handlers = {
  onMessage: (data: string) => void;
  /** Called when the server has closed the stream, because the user may have lost access. */
  onEnded: () => void;
};

/** Opens the stream at `address` while the page is visible. Hidden pages close it, because browsers allow only six connections per host. */
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
      // The browser reconnects by itself after an interruption, unless the server has rejected the connection.
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
