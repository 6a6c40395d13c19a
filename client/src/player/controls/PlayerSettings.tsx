import { useId, type ReactNode } from 'react';
import { formatNumber } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import type { CaptionTrack } from '../captions/CaptionLayer.tsx';
import { CAPTION_CONTRASTS, CAPTION_SIZES, RATES, setPreferences, usePreferences } from '../playback/preferences.ts';
import { usePlayback, type Playback } from '../playback/playback.ts';
import './player-settings.css';

export type QualityChoice = { labels: readonly string[]; chosen: number; choose: (index: number) => void };

type Props = {
  playback: Playback;
  tracks: readonly CaptionTrack[];
  track: CaptionTrack | null;
  quality: QualityChoice | null;
  sound: QualityChoice | null;
};

/** Shows the playback settings. All of them are remembered except the quality, which depends on the film. */
export function PlayerSettings({ playback, tracks, track, quality, sound }: Props) {
  const { t, locale } = useT();
  const { captionSize, captionContrast, captions, pageKeys } = usePreferences();
  const rate = usePlayback(playback, (state) => state.rate);
  return (
    <>
      <Choice label={t('player.speed')} value={String(rate)} onChange={(value) => setRate(playback, Number(value))}>
        {RATES.map((value) => (
          <option key={value} value={value}>
            {formatNumber(value, locale)}×
          </option>
        ))}
      </Choice>
      {quality && (
        <Choice label={t('player.quality')} value={String(quality.chosen)} onChange={(value) => quality.choose(Number(value))}>
          {quality.labels.map((label, i) => (
            <option key={label} value={i}>
              {label}
            </option>
          ))}
        </Choice>
      )}
      {sound && (
        <Choice label={t('player.soundTrack')} value={String(sound.chosen)} onChange={(value) => sound.choose(Number(value))}>
          {sound.labels.map((label, i) => (
            <option key={i} value={i}>
              {label}
            </option>
          ))}
        </Choice>
      )}
      {tracks.length > 0 && (
        <>
          <Choice
            label={t('player.captions')}
            value={captions && track ? track.id : ''}
            onChange={(id) =>
              setPreferences(
                id === ''
                  ? { captions: false }
                  : { captions: true, captionLanguage: tracks.find((one) => one.id === id)?.language ?? null },
              )
            }
          >
            <option value="">{t('player.captions.off')}</option>
            {tracks.map((one) => (
              <option key={one.id} value={one.id}>
                {one.label}
              </option>
            ))}
          </Choice>
          <Segment
            label={t('player.captions.size')}
            value={captionSize}
            choices={CAPTION_SIZES.map((size) => [size, t(`player.captions.size.${size}`)])}
            onChange={(size) => setPreferences({ captionSize: size })}
          />
          <Segment
            label={t('player.captions.contrast')}
            value={captionContrast}
            choices={CAPTION_CONTRASTS.map((contrast) => [contrast, t(`player.captions.contrast.${contrast}`)])}
            onChange={(contrast) => setPreferences({ captionContrast: contrast })}
          />
        </>
      )}
      <label className="player-check">
        <input type="checkbox" checked={pageKeys} onChange={(event) => setPreferences({ pageKeys: event.target.checked })} />
        {t('player.pageKeys')}
      </label>
    </>
  );
}

export function setRate(playback: Playback, rate: number): void {
  playback.setRate(rate);
  setPreferences({ rate });
}

function Choice(props: { label: string; value: string; onChange: (value: string) => void; children: ReactNode }) {
  const id = useId();
  return (
    <div className="player-choice">
      <label htmlFor={id}>{props.label}</label>
      <select id={id} value={props.value} onChange={(event) => props.onChange(event.target.value)}>
        {props.children}
      </select>
    </div>
  );
}

type SegmentProps<T extends string> = { label: string; value: T; choices: readonly (readonly [T, string])[]; onChange: (value: T) => void };

function Segment<T extends string>({ label, value, choices, onChange }: SegmentProps<T>) {
  const name = useId();
  return (
    <fieldset className="player-segment" role="radiogroup">
      <legend>{label}</legend>
      {choices.map(([choice, words]) => (
        <label key={choice}>
          <input type="radio" name={name} checked={choice === value} onChange={() => onChange(choice)} />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  );
}
