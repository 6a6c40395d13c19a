/** Live updates of an open list by server-sent events. */
import type { Medialist } from '@fundus/contract/medialists/medialists';
import { useEventStream } from '../../stores/use-event-stream.ts';

type Versions = Partial<Pick<Medialist, 'version' | 'content_version'>>;

/** Subscribes to `events`. Calls `onNewer` for newer versions, and when the stream ends, because the user may have lost access. */
export function useLive(
  events: string,
  { version, content_version }: Pick<Medialist, 'version' | 'content_version'>,
  onNewer: () => void,
): void {
  useEventStream(events, {
    onMessage: (data) => {
      const said = JSON.parse(data) as Versions;
      if ((said.version ?? 0) > version || (said.content_version ?? 0) > content_version) onNewer();
    },
    onEnded: onNewer,
  });
}
