/** What others change in a list that is open is seen at once: its stream of events says when there is something newer. */
import { medialists, type Medialist } from '@fundus/contract/medialists/medialists';
import { address } from '../../api/call.ts';
import { useEventStream } from '../../stores/use-event-stream.ts';

type Versions = Partial<Pick<Medialist, 'version' | 'content_version'>>;

/** `onNewer` reads the list again, also where the stream was ended, which is how one hears that it is not theirs any more. */
export function useLive(
  { id, version, content_version }: Pick<Medialist, 'id' | 'version' | 'content_version'>,
  onNewer: () => void,
): void {
  useEventStream(address(medialists.events, { params: { id } }), {
    onMessage: (data) => {
      const said = JSON.parse(data) as Versions;
      if ((said.version ?? 0) > version || (said.content_version ?? 0) > content_version) onNewer();
    },
    onEnded: onNewer,
  });
}
