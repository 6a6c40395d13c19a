/** What others change in a list that is open is seen at once: its stream of events says when there is something newer. */
import type { Medialist } from '@fundus/contract/medialists/medialists';
import { useEventStream } from '../../stores/use-event-stream.ts';

type Versions = Partial<Pick<Medialist, 'version' | 'content_version'>>;

/**
 * `events`: where the stream is. `onNewer` reads the list again, also where the stream was ended, which is how one hears that it is not theirs any
 * more.
 */
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
