/** Keyboard control of the player: the action of each key, and which keys the player handles. */

export type PlayerAction =
  | { do: 'toggle' }
  | { do: 'skip'; seconds: number }
  | { do: 'volume'; step: number }
  | { do: 'captions' }
  | { do: 'fullscreen' }
  | { do: 'mute' }
  | { do: 'start' }
  | { do: 'end' };

const STEP_S = 5;
const STEP_VOLUME = 0.1;

const KEYS: Record<string, PlayerAction> = {
  ' ': { do: 'toggle' },
  k: { do: 'toggle' },
  ArrowLeft: { do: 'skip', seconds: -STEP_S },
  ArrowRight: { do: 'skip', seconds: STEP_S },
  ArrowUp: { do: 'volume', step: STEP_VOLUME },
  ArrowDown: { do: 'volume', step: -STEP_VOLUME },
  c: { do: 'captions' },
  f: { do: 'fullscreen' },
  m: { do: 'mute' },
  Home: { do: 'start' },
  End: { do: 'end' },
};

type Key = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean };

export function keyAction(event: Key): PlayerAction | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  return KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key] ?? null;
}

/** Position of the focus: inside the player, on no element of the page, or on another element. */
type KeyTarget = 'player' | 'page' | 'elsewhere';

/** Keys that scroll the page unless the focus is in the player. */
const SCROLLING = new Set(['ArrowUp', 'ArrowDown', 'Home', 'End']);

/**
 * Returns whether the player handles a key. If the focus is outside of the player, it handles keys only after playback has started, unless the user
 * has disabled this (WCAG 2.1.4), and never keys that scroll. If another element has the focus, it handles only letters; that element may be the
 * button that started playback.
 */
export function isPlayerKey(key: string, target: KeyTarget, page: { begun: boolean; allowed: boolean }): boolean {
  if (target === 'player') return true;
  if (!page.begun || !page.allowed) return false;
  return target === 'page' ? !SCROLLING.has(key) : /^[a-z]$/i.test(key);
}

/** Returns where the focus is relative to a player. */
export function keyTarget(target: EventTarget | null, player: Element): KeyTarget {
  if (!(target instanceof Element)) return 'page';
  if (player.contains(target)) return 'player';
  return target === document.body || target === document.documentElement ? 'page' : 'elsewhere';
}

/** Returns whether the focused control uses the key itself. Text fields and lists use all keys, buttons only Space and Enter. */
export function isUsedByControl(key: string, target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('[role="menu"], [role="listbox"], [role="dialog"], [role="radiogroup"], select, textarea, [contenteditable="true"]'))
    return true;
  if (target instanceof HTMLInputElement) return target.type !== 'range';
  return (key === ' ' || key === 'Enter') && target.closest('button, a, summary, [role="button"]') !== null;
}
