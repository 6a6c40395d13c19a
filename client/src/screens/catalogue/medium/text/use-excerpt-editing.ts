import { isTeacher } from '@fundus/contract/access';
import type { Excerpt as OwnExcerpt } from '@fundus/contract/catalogue/excerpts';
import { useCallback, useRef, useState } from 'react';
import type { Chapter } from '../../../../player/controls/chapters.ts';
import type { Playback } from '../../../../player/playback/playback.ts';
import { useSession } from '../../../../stores/session.ts';
import type { Excerpt } from '../medium-address.ts';
import type { Stage } from '../stage/use-stage.ts';

type About = { stage: Stage; playback: Playback; closed: boolean; search: string };

/** Returns the state of the excerpt editor next to the player, and the excerpt named in the address. */
export function useExcerptEditing({ stage, playback, closed, search }: About) {
  const { user, config } = useSession();
  const [editing, setEditing] = useState<OwnExcerpt | 'new' | null>(null);
  const [draft, setDraft] = useState<Excerpt | null>(null);
  const opener = useRef<Element | null>(null);
  const [code] = useState(() => new URLSearchParams(search).get('excerpt') ?? undefined);
  const { setExcerpt, scrollTo, timed } = stage;

  const edit = (which: OwnExcerpt | 'new'): void => {
    opener.current = document.activeElement;
    setEditing(which);
    scrollTo();
  };
  const close = (): void => {
    setEditing(null);
    setDraft(null);
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus({ preventScroll: true });
  };
  const showShared = useCallback(
    ({ start, end }: Chapter) => {
      setExcerpt({ start, end });
      playback.seek(start);
    },
    [playback, setExcerpt],
  );
  const open = timed && !closed && !config.DisableSequences;
  const makes = open && user !== false && isTeacher(user);
  return { editing, draft, setDraft, edit, close, code, showShared, makes, shows: makes || (open && code !== undefined) };
}
