/** Detects a picture or sound that a browser silently omits. */
import type { MediaFile } from '@fundus/contract/files/files';

export type MissingTrack = 'picture' | 'sound';

/** Element with the browser-specific properties that report decoded sound. Safari lists the sound tracks instead. */
type Media = HTMLMediaElement & {
  videoWidth?: number;
  webkitAudioDecodedByteCount?: number;
  mozHasAudio?: boolean;
  audioTracks?: AudioTracks;
};
type AudioTracks = EventTarget & { length: number; [index: number]: { label: string; language: string; enabled: boolean } };

/** Seconds of playback after which some sound must have been decoded. */
const ENOUGH = 2;

/** Calls `report` once if the picture or the sound is missing. Returns a function that stops watching. */
export function watchForMissingTracks(
  media: HTMLMediaElement,
  file: Pick<MediaFile, 'viewer' | 'sound'>,
  report: (missing: MissingTrack) => void,
): () => void {
  const element = media as Media;
  let played = 0;
  let last = media.currentTime;
  const end = (): void => {
    media.removeEventListener('loadeddata', checkPicture);
    media.removeEventListener('timeupdate', listen);
  };
  const reportOnce = (missing: MissingTrack): void => {
    end();
    report(missing);
  };
  const checkPicture = (): void => {
    if (file.viewer === 'video' && element.videoWidth === 0) reportOnce('picture');
  };
  const listen = (): void => {
    const step = media.currentTime - last;
    last = media.currentTime;
    if (step > 0 && step < 1) played += step;
    if (file.sound === true && played >= ENOUGH && isSilent(element)) reportOnce('sound');
  };
  media.addEventListener('loadeddata', checkPicture);
  media.addEventListener('timeupdate', listen);
  return end;
}

const isSilent = (media: Media): boolean =>
  media.webkitAudioDecodedByteCount === 0 ||
  media.mozHasAudio === false ||
  (media.audioTracks !== undefined && media.audioTracks.length === 0);

export type SoundTracks = { tracks: { label: string; language: string }[]; chosen: number; choose: (index: number) => void };

/** Returns the sound tracks, or `null` if the browser cannot switch between them. */
export function soundTracks(media: HTMLMediaElement): SoundTracks | null {
  const { audioTracks } = media as Media;
  if (!audioTracks || audioTracks.length < 2) return null;
  const tracks = Array.from({ length: audioTracks.length }, (_, i) => audioTracks[i]!);
  return {
    tracks: tracks.map(({ label, language }) => ({ label, language })),
    chosen: Math.max(
      0,
      tracks.findIndex(({ enabled }) => enabled),
    ),
    choose: (index) => {
      for (const [i, track] of tracks.entries()) track.enabled = i === index;
    },
  };
}
