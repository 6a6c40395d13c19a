/** Connects the keyboard to a player. */
import { useEffect, type RefObject } from 'react';
import type { Fullscreen } from '../playback/fullscreen.ts';
import { keyAction, isPlayerKey, isUsedByControl, keyTarget, type PlayerAction } from './keys.ts';
import type { Playback } from '../playback/playback.ts';
import { preferences, setPreferences } from '../playback/preferences.ts';

type About = {
  playback: Playback;
  frame: RefObject<HTMLElement | null>;
  fullscreen: Fullscreen;
  hasCaptions: boolean;
  everywhere: boolean;
};

export function usePlayerKeys({ playback, frame, fullscreen, hasCaptions, everywhere }: About): void {
  const { toggle } = fullscreen;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const action = keyAction(event);
      const player = frame.current;
      if (!action || !player || event.defaultPrevented || isUsedByControl(event.key, event.target)) return;
      const target = document.fullscreenElement === player ? 'player' : keyTarget(event.target, player);
      if (!isPlayerKey(event.key, target, { begun: playback.get().begun, allowed: everywhere })) return;
      event.preventDefault();
      act(action);
    };
    const act = (action: PlayerAction): void => {
      const { volume, muted, duration } = playback.get();
      if (action.do === 'toggle') playback.toggle();
      else if (action.do === 'skip') playback.skip(action.seconds);
      else if (action.do === 'volume') playback.setVolume((muted ? 0 : volume) + action.step);
      else if (action.do === 'mute') playback.setMuted(!muted);
      else if (action.do === 'start') playback.seek(0);
      else if (action.do === 'end') playback.seek(duration);
      else if (action.do === 'fullscreen') toggle();
      else if (hasCaptions) setPreferences({ captions: !preferences().captions });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [playback, frame, toggle, hasCaptions, everywhere]);
}
