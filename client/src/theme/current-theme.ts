/** Current theme. Its colours become CSS custom properties, and components can read the other values. */
import type { Theme } from '@fundus/contract/setup/theme';
import { useSyncExternalStore } from 'react';
import { applyTheme } from './apply-theme.ts';
import { THEME_DEFAULTS } from '@fundus/contract/setup/theme-defaults';

/** Theme on display. `draft` marks an unpublished theme that only the administrator who previews it can see. */
export type Shown = { theme: Theme; draft: boolean };

let shown: Shown = { theme: THEME_DEFAULTS, draft: false };
const listeners = new Set<() => void>();

export function showTheme(theme: Theme, draft = false): void {
  applyTheme(theme);
  shown = { theme, draft };
  for (const listener of listeners) listener();
}

export const useShownTheme = (): Shown => useSyncExternalStore(subscribe, () => shown);

export const useTheme = (): Theme => useShownTheme().theme;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
