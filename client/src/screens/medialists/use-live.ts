/** What others change in a list that is open is seen at once: its stream of events says when there is something newer. */
import { medialists, type Medialist } from '@fundus/contract/medialists/medialists';
import { useEffect, useRef } from 'react';
import { address } from '../../api/call.ts';

/** A stream the portal has ended is asked for again after so long. */
const AGAIN_MS = 30_000;

type Versions = Partial<Pick<Medialist, 'version' | 'content_version'>>;

/**
 * Listens while the page is in sight: a browser keeps six connections to a portal, and one that is hidden needs none. `known` is what is shown
 * now; `onNewer` reads the list again, also where the stream was ended, which is how one hears that it is not theirs any more.
 */
export function useLive(
  { id, version, content_version }: Pick<Medialist, 'id' | 'version' | 'content_version'>,
  onNewer: () => void,
): void {
  const known = useRef({ version, content_version });
  const newer = useRef(onNewer);
  useEffect(() => {
    known.current = { version, content_version };
    newer.current = onNewer;
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
      source = new EventSource(address(medialists.events, { params: { id } }));
      source.onmessage = ({ data }: MessageEvent<string>) => {
        const said = JSON.parse(data) as Versions;
        if ((said.version ?? 0) > known.current.version || (said.content_version ?? 0) > known.current.content_version) newer.current();
      };
      // After a break the browser asks again by itself, unless the portal has refused.
      source.onerror = () => {
        if (source?.readyState !== EventSource.CLOSED) return;
        newer.current();
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
  }, [id]);
}
