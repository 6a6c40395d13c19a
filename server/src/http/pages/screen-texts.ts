/** Which texts a screen may say: written with the client (client/screen-texts.ts), which alone knows its scripts. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScreenName } from '@fundus/contract/screens';

/** Keys once, and by the name of a screen their places in that list. */
type ScreenTexts = { keys: string[]; screens: Partial<Record<ScreenName, number[]>> };

/** The keys of a screen's texts without their plural forms; null for a client that does not say them. */
export function readScreenTexts(folder: string): (screen: ScreenName) => ReadonlySet<string> | null {
  const file = join(folder, 'screen-texts.json');
  if (!existsSync(file)) return () => null;
  const { keys, screens } = JSON.parse(readFileSync(file, 'utf8')) as ScreenTexts;
  const sets = new Map(Object.entries(screens).map(([name, places]) => [name, new Set(places.map((at) => keys[at]!))]));
  return (screen) => sets.get(screen) ?? null;
}
