import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import { useNewPlayback } from '../../../player/playback/start-playback.ts';
import type { Closed } from './stage/closed.ts';
import { useMediumFiles } from './stage/use-medium-files.ts';
import { useMediumTracks } from './stage/use-medium-tracks.ts';
import { useStage } from './stage/use-stage.ts';
import { useExcerptEditing } from './text/use-excerpt-editing.ts';
import { useOpened } from './use-opened.ts';

type Around = {
  /** Reason why the medium cannot be opened, or `null`. */
  closed: Closed | null;
  search: string;
  readAt: number;
  renew: () => Promise<MediaDetail | null>;
};

export type Medium = ReturnType<typeof useMedium>;

/** Returns the state that the parts of the page share: files, the part on the stage, its tracks, and the excerpt being edited. */
export function useMedium(detail: MediaDetail, { closed, search, readAt, renew }: Around) {
  const playback = useNewPlayback();
  const { files, generation, saving, retry } = useMediumFiles(detail, { readAt, renew });
  const stage = useStage(detail, files, playback, search);
  const tracks = useMediumTracks(detail, files, playback);
  const editor = useExcerptEditing({ stage, playback, closed: closed !== null, search });
  const { part, timed, opened } = stage;
  const shown = !closed && part !== null && (part.viewer === 'picture' || (!timed && opened === part.key));
  const opening = useOpened(detail.identifier, shown);
  return { detail, closed, playback, files, generation, saving, retry, stage, tracks, editor, shown, opening };
}
