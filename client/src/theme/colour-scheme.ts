/** Colour scheme of the interface, stored in this browser: light, dark, or the setting of the operating system. */
import { useSyncExternalStore } from 'react';

export const COLOUR_SCHEMES = ['system', 'light', 'dark'] as const;
type ColourScheme = (typeof COLOUR_SCHEMES)[number];

const KEY = 'colourScheme';
const listeners = new Set<() => void>();

export function colourScheme(): ColourScheme {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function setColourScheme(scheme: ColourScheme): void {
  if (scheme === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, scheme);
  applyColourScheme();
  for (const listener of listeners) listener();
}

export function applyColourScheme(root: HTMLElement = document.documentElement): void {
  const scheme = colourScheme();
  if (scheme === 'system') delete root.dataset.theme;
  else root.dataset.theme = scheme;
}

export const useColourScheme = (): ColourScheme => useSyncExternalStore(subscribe, colourScheme);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
