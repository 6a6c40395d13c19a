import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Entry } from './studio/catalogue.ts';

const at = (path: string): URL => new URL(`../media/${path}`, import.meta.url);
const entries = JSON.parse(readFileSync(at('media.json'), 'utf8')) as Entry[];

const seconds = (stamp: string): number => stamp.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
const cues = (path: string): [number, number][] =>
  [...readFileSync(at(path), 'utf8').matchAll(/^(\S+) --> (\S+)$/gm)].map((m) => [seconds(m[1] ?? ''), seconds(m[2] ?? '')]);

describe('demo media', () => {
  it('match the checksums in media.json', () => {
    const sizes = new Map<string, number>();
    for (const file of entries.flatMap((entry) => entry.files)) {
      const data = readFileSync(at(file.path));
      sizes.set(file.path, data.length);
      expect([file.path, data.length, createHash('sha256').update(data).digest('hex')]).toEqual([file.path, file.bytes, file.sha256]);
    }
    expect([...sizes.values()].reduce((a, b) => a + b, 0)).toBeLessThan(15_000_000);
  });

  it('have unique keys and complete metadata', () => {
    const keys = entries.map((entry) => entry.key);
    expect(new Set(keys).size).toBe(keys.length);
    for (const entry of entries) {
      expect(
        entry.files.filter((file) => file.role === 'main'),
        entry.key,
      ).toHaveLength(1);
      expect(entry.subjects.length * entry.grades.length * entry.keywords.length * entry.language.length, entry.key).toBeGreaterThan(0);
      if (entry.setOf) expect(keys).toContain(entry.setOf);
    }
  });

  it.each(entries.filter((entry) => entry.kind === 'film'))('contain a poster, captions and chapters of the film $key', (film) => {
    const roles = film.files.map((file) => `${file.role} ${file.language ?? ''}`.trim());
    expect(roles).toEqual(expect.arrayContaining(['caption de', 'caption en', 'poster']));
    for (const file of film.files.filter((f) => f.role === 'caption' || f.role === 'chapters')) {
      const list = cues(file.path);
      expect(list.length, file.path).toBeGreaterThanOrEqual(3);
      list.forEach(([start, end], i) => {
        expect(end, file.path).toBeGreaterThan(start);
        expect(start, file.path).toBeGreaterThanOrEqual(list[i - 1]?.[1] ?? 0);
        expect(end, file.path).toBeLessThan((film.duration ?? 0) + 1);
      });
    }
  });
});
