/** Player settings, stored only in this browser. */
import { useSyncExternalStore } from 'react';

type Preferences = {
  /** Volume from 0 to 1. */
  volume: number;
  muted: boolean;
  rate: number;
  captions: boolean;
  captionLanguage: string | null;
  captionSize: 'small' | 'normal' | 'large';
  captionContrast: 'box' | 'strong' | 'outline';
  /** Relative text size in books; 1 is normal. */
  readerSize: number;
  /** True if keyboard shortcuts of the player also work while no element has the focus. */
  pageKeys: boolean;
};

export const DEFAULT_PREFERENCES: Preferences = {
  volume: 1,
  muted: false,
  rate: 1,
  captions: false,
  captionLanguage: null,
  captionSize: 'normal',
  captionContrast: 'box',
  readerSize: 1,
  pageKeys: true,
};

export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;
export const READER_SIZES = [0.85, 1, 1.2, 1.4, 1.7, 2] as const;
export const CAPTION_SIZES = ['small', 'normal', 'large'] as const;
export const CAPTION_CONTRASTS = ['box', 'strong', 'outline'] as const;

const KEY = 'player';

/** Parses stored settings. Each invalid field falls back to its default. */
export function readPreferences(stored: string | null): Preferences {
  const parsed = parse(stored);
  const own = DEFAULT_PREFERENCES;
  const flag = (name: 'muted' | 'captions' | 'pageKeys'): boolean => (typeof parsed[name] === 'boolean' ? parsed[name] : own[name]);
  const oneOf = <T>(choices: readonly T[], value: unknown, fallback: T): T => (choices.includes(value as T) ? (value as T) : fallback);
  return {
    volume: typeof parsed.volume === 'number' && parsed.volume >= 0 && parsed.volume <= 1 ? parsed.volume : own.volume,
    muted: flag('muted'),
    rate: oneOf<number>(RATES, parsed.rate, own.rate),
    captions: flag('captions'),
    captionLanguage: typeof parsed.captionLanguage === 'string' ? parsed.captionLanguage : null,
    captionSize: oneOf(CAPTION_SIZES, parsed.captionSize, own.captionSize),
    captionContrast: oneOf(CAPTION_CONTRASTS, parsed.captionContrast, own.captionContrast),
    readerSize: oneOf<number>(READER_SIZES, parsed.readerSize, own.readerSize),
    pageKeys: flag('pageKeys'),
  };
}

function parse(stored: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(stored ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

let current: Preferences | null = null;
const listeners = new Set<() => void>();

export function preferences(): Preferences {
  return (current ??= readPreferences(readKept(KEY)));
}

export function setPreferences(change: Partial<Preferences>): void {
  const before = preferences();
  // Unchanged values are not written, because the player sets its volume on load and writing is slow on phones.
  if ((Object.keys(change) as (keyof Preferences)[]).every((name) => before[name] === change[name])) return;
  current = { ...before, ...change };
  storePreference(KEY, JSON.stringify(current));
  for (const listener of listeners) listener();
}

export const usePreferences = (): Preferences => useSyncExternalStore(subscribe, preferences);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reads a value from local storage, which may be blocked (private windows, cross-site frames). */
function readKept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function storePreference(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is blocked or full, so the setting lasts only for this visit.
  }
}

const POSITIONS = 'player.positions';
const POSITIONS_KEPT = 40;

/** Returns the last position in a document, or `null`. Only the newest forty are stored. */
export function readPosition(identifier: string): string | null {
  const position = parse(readKept(POSITIONS))[identifier];
  return typeof position === 'string' ? position : null;
}

export function storePosition(identifier: string, position: string): void {
  const { [identifier]: _, ...others } = parse(readKept(POSITIONS));
  const newest = [...Object.entries(others), [identifier, position]].slice(-POSITIONS_KEPT);
  storePreference(POSITIONS, JSON.stringify(Object.fromEntries(newest)));
}
