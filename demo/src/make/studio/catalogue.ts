import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Medium } from './film.ts';

export type Role = 'main' | 'caption' | 'chapters' | 'material' | 'poster' | 'transcript';
export type FileNote = { path: string; mime: string; role: Role; language?: string; label?: string };
export type Kind = 'film' | 'audio' | 'picture' | 'pdf' | 'epub' | 'h5p' | 'package';
type Shape = { kind: Kind; typ: string; duration?: number; width?: number; height?: number };
export type Entry = Medium & Shape & { files: (FileNote & { bytes: number; sha256: string })[] };

/** Returns the entry of media.json for a medium. Omits missing files and fields that the catalogue does not use. */
export function entryOf(medium: Medium, shape: Shape, files: readonly FileNote[], media: string): Entry {
  const { key, title, subtitle, text, subjects, grades, keywords, language, producer, year, setOf } = medium;
  const { kind, typ, duration, width, height } = shape;
  return {
    key,
    kind,
    title,
    subtitle,
    text,
    subjects,
    grades,
    keywords,
    language,
    typ,
    producer,
    year,
    ...(duration === undefined ? {} : { duration: Math.floor(duration) }),
    ...(width === undefined ? {} : { width, height }),
    ...(setOf === undefined ? {} : { setOf }),
    files: files.filter((file) => existsSync(join(media, file.path))).map((file) => ({ ...file, ...measured(join(media, file.path)) })),
  };
}

function measured(file: string): { bytes: number; sha256: string } {
  const data = readFileSync(file);
  return { bytes: data.length, sha256: createHash('sha256').update(data).digest('hex') };
}

/** Writes media.json in the given order. Entries of media that this run did not generate are kept. */
export function writeCatalogue(media: string, order: readonly string[], made: ReadonlyMap<string, Entry>): Entry[] {
  const file = join(media, 'media.json');
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Entry[]) : [];
  const all = new Map([...before.map((entry): [string, Entry] => [entry.key, entry]), ...made]);
  const entries = order.flatMap((key) => all.get(key) ?? []);
  const fresh = entries.map((entry) => ({
    ...entry,
    files: entry.files.filter((f) => existsSync(join(media, f.path))).map((f) => ({ ...f, ...measured(join(media, f.path)) })),
  }));
  writeFileSync(file, JSON.stringify(fresh, null, 2) + '\n');
  return fresh;
}
