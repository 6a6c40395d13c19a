import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { entryOf, type Entry } from './catalogue.ts';
import { svg } from './draw.ts';
import type { Medium } from './film.ts';
import { withStage } from './stage.ts';

/** A drawing that is 1600 pixels wide. `alt` is its alternative text. */
export type Picture = Medium & { height: number; alt: string; draw(): string };

export async function makePicture(picture: Picture, media: string): Promise<Entry> {
  mkdirSync(join(media, picture.key), { recursive: true });
  const file = await withStage(1600, picture.height, 1, (stage) => stage.webp(svg(picture.draw(), 1600, picture.height), 88));
  writeFileSync(join(media, picture.key, 'bild.webp'), file);
  const files = [{ path: `${picture.key}/bild.webp`, mime: 'image/webp', role: 'main' as const, language: 'de', label: picture.alt }];
  return entryOf(picture, { kind: 'picture', typ: '19', width: 1600, height: picture.height }, files, media);
}
