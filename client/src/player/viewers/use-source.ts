import type { MediaFile } from '@fundus/contract/files/files';
import { useEffect, useState, type RefObject } from 'react';
import { languageName } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import type { QualityChoice } from '../controls/PlayerSettings.tsx';
import { qualityLabel, type MediaPart } from '../playback/media-parts.ts';
import { soundTracks, watchForMissingTracks, type MissingTrack, type SoundTracks } from '../playback/missing-parts.ts';
import type { Playback } from '../playback/playback.ts';
import { attachSource, type QualityLevels } from '../playback/source.ts';

type Around = {
  media: RefObject<HTMLVideoElement | null>;
  part: MediaPart;
  /** File to play instead of the part, such as a film with audio description. */
  instead: MediaFile | null;
  /** Start position in seconds. */
  from: number;
  generation: number;
};

type PlayedSource = {
  source: MediaFile;
  /** Choice between several qualities, or `null` if there is only one. */
  quality: QualityChoice | null;
  sound: QualityChoice | null;
  /** Picture or sound that the browser cannot play, or `null`. */
  missing: MissingTrack | null;
  dismissMissing: () => void;
};

/** Plays a part in the quality and with the sound track that the user has chosen. */
export function useSource(playback: Playback, { media, part, instead, from, generation }: Around): PlayedSource {
  const { t, locale } = useT();
  const [chosen, setChosen] = useState(0);
  const [steps, setSteps] = useState<(QualityLevels & { chosen: number }) | null>(null);
  const [missing, setMissing] = useState<MissingTrack | null>(null);
  const [sounds, setSounds] = useState<SoundTracks | null>(null);
  const source = instead ?? part.sources[chosen] ?? part.sources[0]!;

  useEffect(() => {
    const element = media.current!;
    const { begun, time } = playback.get();
    const detach = playback.attach(element, begun || time > 0 ? undefined : from);
    const unwatch = watchForMissingTracks(element, source, setMissing);
    const readSounds = (): void => setSounds(soundTracks(element));
    element.addEventListener('loadedmetadata', readSounds);
    const release = attachSource(element, source, { failed: playback.fail, steps: (found) => setSteps(found && { ...found, chosen: -1 }) });
    return () => {
      element.removeEventListener('loadedmetadata', readSounds);
      unwatch();
      setMissing(null);
      setSounds(null);
      detach();
      release();
    };
    // A newly signed address must not interrupt playback; `from` is used once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [playback, source.id, generation]);

  const quality: QualityChoice | null =
    part.sources.length > 1
      ? { labels: part.sources.map(qualityLabel), chosen, choose: setChosen }
      : steps && {
          labels: [t('player.quality.auto'), ...steps.labels],
          chosen: steps.chosen + 1,
          choose: (index) => {
            steps.choose(index - 1);
            setSteps({ ...steps, chosen: index - 1 });
          },
        };
  const sound: QualityChoice | null = sounds && {
    labels: sounds.tracks.map(
      ({ label, language }, i) => label || (language && languageName(language, locale)) || t('player.soundTrackNumber', { number: i + 1 }),
    ),
    chosen: sounds.chosen,
    choose: (index) => {
      sounds.choose(index);
      setSounds({ ...sounds, chosen: index });
    },
  };
  return { source, quality, sound, missing, dismissMissing: () => setMissing(null) };
}
