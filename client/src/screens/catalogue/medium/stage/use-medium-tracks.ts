import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import { useMemo } from 'react';
import { chooseTrack } from '../../../../player/captions/cues.ts';
import { useCues } from '../../../../player/captions/use-cues.ts';
import { splitSequences } from '../../../../player/controls/chapters.ts';
import { listTimedTexts } from '../../../../player/playback/media-parts.ts';
import { useDuration, type Playback } from '../../../../player/playback/playback.ts';
import { usePreferences } from '../../../../player/playback/preferences.ts';
import { useT } from '../../../../i18n/translate.ts';
import { useSession } from '../../../../stores/session.ts';
import { captionName } from '../side/language-names.ts';

/** Returns the captions, chapters and excerpts of a film or sound. `awaited` is true while files are loading. */
export function useMediumTracks(detail: MediaDetail, files: MediaDetail['files'], playback: Playback) {
  const { locale } = useT();
  const { config } = useSession();
  const captionFiles = useMemo(() => listTimedTexts(files), [files]);
  const chapterFiles = useMemo(() => {
    const chosen = chooseTrack(
      files.filter((file) => file.role === 'chapters'),
      null,
      locale,
    );
    return chosen ? [chosen] : [];
  }, [files, locale]);
  const { cues: captionCues, awaited: captionsAwaited } = useCues(captionFiles);
  const {
    cues: [chapterCues],
    awaited,
  } = useCues(chapterFiles);
  const tracks = useMemo(
    () =>
      captionFiles.map((file, i) => ({
        id: file.id,
        language: file.language,
        label: captionName(file, locale),
        cues: captionCues[i] ?? [],
      })),
    [captionFiles, captionCues, locale],
  );
  const { captionLanguage } = usePreferences();
  const length = useDuration(playback) || detail.duration || 0;
  const { chapters, excerpts } = useMemo(
    () => splitSequences(chapterCues ?? [], config.DisableSequences ? [] : detail.sequences, length),
    [chapterCues, config.DisableSequences, detail.sequences, length],
  );
  return { captionFiles, tracks, track: chooseTrack(tracks, captionLanguage, locale), chapters, excerpts, awaited, captionsAwaited };
}
