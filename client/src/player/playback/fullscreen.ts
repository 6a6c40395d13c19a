/** Full screen for any element. iPhones support it only for the video element. */
import { useCallback, useEffect, useState, type RefObject } from 'react';

type AppleVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

export type Fullscreen = { on: boolean; possible: boolean; toggle: () => void };

export function useFullscreen(frame: RefObject<HTMLElement | null>): Fullscreen {
  const [on, setOn] = useState(false);
  useEffect(() => {
    const follow = (): void => setOn(document.fullscreenElement !== null && document.fullscreenElement === frame.current);
    document.addEventListener('fullscreenchange', follow);
    follow();
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [frame]);

  const toggle = useCallback(() => {
    if (document.fullscreenElement) return void document.exitFullscreen();
    const element = frame.current;
    if (element && document.fullscreenEnabled) return void element.requestFullscreen().catch(() => undefined);
    showTracks(element?.querySelector<AppleVideo>('video') ?? null);
  }, [frame]);

  return { on, possible: document.fullscreenEnabled || 'webkitEnterFullscreen' in HTMLVideoElement.prototype, toggle };
}

/** Shows the native text track, because the full screen of the system hides the caption layer. */
function showTracks(video: AppleVideo | null): void {
  if (!video?.webkitEnterFullscreen) return;
  const wanted = video.dataset.captions;
  const tracks = Array.from(video.textTracks);
  for (const track of tracks) track.mode = wanted !== undefined && track.id === wanted ? 'showing' : 'disabled';
  video.addEventListener('webkitendfullscreen', () => tracks.forEach((track) => (track.mode = 'disabled')), { once: true });
  video.webkitEnterFullscreen();
}
