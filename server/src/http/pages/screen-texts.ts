/** Texts that each screen may display, as determined by the client build (client/screen-texts.ts). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScreenName } from '@fundus/contract/screens';

/** List of all keys, and for each screen the indexes of its keys in this list. */
type ScreenTexts = { keys: string[]; screens: Partial<Record<ScreenName, number[]>> };

/** Returns a function that returns the keys of a screen's texts without plural suffixes, or `null` if the client build does not contain the list. */
export function readScreenTexts(folder: string): (screen: ScreenName) => ReadonlySet<string> | null {
  const file = join(folder, 'screen-texts.json');
  if (!existsSync(file)) return () => null;
  const { keys, screens } = JSON.parse(readFileSync(file, 'utf8')) as ScreenTexts;
  const sets = new Map(Object.entries(screens).map(([name, places]) => [name, new Set(places.map((at) => keys[at]!))]));
  return (screen) => sets.get(screen) ?? null;
}
