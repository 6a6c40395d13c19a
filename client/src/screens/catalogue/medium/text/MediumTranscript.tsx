import { useId } from 'react';
import type { CaptionTrack } from '../../../../player/captions/CaptionLayer.tsx';
import type { Playback } from '../../../../player/playback/playback.ts';
import { setPreferences } from '../../../../player/playback/preferences.ts';
import { Transcript } from '../../../../player/captions/Transcript.tsx';
import { useT } from '../../../../i18n/translate.ts';
import { Select } from '../../../../ui/fields/Select.tsx';

type Props = { playback: Playback; tracks: readonly CaptionTrack[]; track: CaptionTrack };

export function MediumTranscript({ playback, tracks, track }: Props) {
  const { t } = useT();
  const id = useId();
  const choice =
    tracks.length > 1 ? (
      <Select
        label={t('player.transcript.language')}
        value={track.id}
        options={tracks.map((one) => ({ value: one.id, label: one.label }))}
        onChange={(chosen) => setPreferences({ captionLanguage: tracks.find((one) => one.id === chosen)?.language ?? null })}
      />
    ) : null;
  return (
    <section className="block-s" aria-labelledby={id}>
      <Transcript key={track.id} playback={playback} cues={track.cues} language={track.language} aside={choice} headingId={id} />
    </section>
  );
}
