/** The player's keyboard: which key does what, and when a key is the player's at all. */

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

/** `player`: focus is in it; `page`: nothing has the focus; `elsewhere`: it is on something else of the page. */
type KeyTarget = 'player' | 'page' | 'elsewhere';

/** Keys with which a page is scrolled: they stay with the page while the player has no focus. */
const SCROLLING = new Set(['ArrowUp', 'ArrowDown', 'Home', 'End']);

/**
 * Whether a key goes to the player. Outside of it only after the person has begun to watch and has not switched it off
 * (WCAG 2.1.4: single keys can be turned off), and never the keys that scroll. What has the focus elsewhere keeps all but the
 * letters: who began to watch by the button of the page is still on it.
 */
export function keyIsOurs(key: string, target: KeyTarget, page: { begun: boolean; allowed: boolean }): boolean {
  if (target === 'player') return true;
  if (!page.begun || !page.allowed) return false;
  return target === 'page' ? !SCROLLING.has(key) : /^[a-z]$/i.test(key);
}

/** Where the focus is, seen from a player. */
export function keyTarget(target: EventTarget | null, player: Element): KeyTarget {
  if (!(target instanceof Element)) return 'page';
  if (player.contains(target)) return 'player';
  return target === document.body || target === document.documentElement ? 'page' : 'elsewhere';
}

/** Controls that have a use for the key themselves: a field for all, a button for space, a list of choices for arrows. */
export function keyIsTaken(key: string, target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('[role="menu"], [role="listbox"], [role="dialog"], [role="radiogroup"], select, textarea, [contenteditable="true"]'))
    return true;
  if (target instanceof HTMLInputElement) return target.type !== 'range';
  return (key === ' ' || key === 'Enter') && target.closest('button, a, summary, [role="button"]') !== null;
}
