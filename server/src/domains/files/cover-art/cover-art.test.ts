import { MAIN_SUBJECTS } from '@fundus/contract/reference/main-subjects';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawCover, coverSvg } from './cover-art.ts';
import { MOTIFS, type MotifName, motifsOf } from './cover-art-motifs.ts';
import { MOODS, oklch, palette } from './cover-art-palette.ts';
import type { Brush } from './cover-art-shapes.ts';
import { COVER_SYMBOLS } from './cover-symbols.ts';

const attribute = (svg: string, name: string): string => new RegExp(`data-${name}="(\\w+)"`).exec(svg)?.[1] ?? '';

/** Returns a brush with deterministic random numbers for drawing a single motif. */
const brush = (hue: number, mood: (typeof MOODS)[number], seed: number): Brush => {
  let state = seed;
  const rnd = (): number => (state = (state * 9301 + 49297) % 233280) / 233280;
  return { p: palette(hue, 1, mood), rnd, num: (a, b) => a + (b - a) * rnd(), pick: (list) => list[Math.floor(rnd() * list.length)]! };
};

describe('generated covers', () => {
  it('are deterministic for each medium', () => {
    const photosynthesis = coverSvg({ title: 'Photosynthese', subject: 'biologie' });
    expect(coverSvg({ title: 'Photosynthese', subject: 'biologie' })).toBe(photosynthesis);
    const titles = Array.from({ length: 40 }, (_, i) => coverSvg({ title: `Titel ${i}`, subject: 'biologie' }));
    expect(new Set(titles).size).toBe(40);
    expect(new Set(titles.map((svg) => attribute(svg, 'motif'))).size).toBe(4);
    expect(new Set(titles.map((svg) => attribute(svg, 'mood')))).toEqual(new Set(MOODS));
  });

  it('contain the symbol of their main subject', () => {
    expect(Object.keys(COVER_SYMBOLS).sort()).toEqual(MAIN_SUBJECTS.map(({ icon }) => icon).sort());
    for (const subject of MAIN_SUBJECTS) expect(coverSvg({ title: 'x', subject })).toContain(COVER_SYMBOLS[subject.icon]!);
    expect(coverSvg({ title: 'x', subject: 'unbekannt' })).toBe(coverSvg({ title: 'x', subject: 'allgemein' }));
  });

  it('have several motifs for each main subject', () => {
    const used = new Set<MotifName>(MAIN_SUBJECTS.flatMap(({ key }) => motifsOf(key)));
    for (const { key } of MAIN_SUBJECTS) expect(new Set(motifsOf(key)).size, key).toBeGreaterThan(1);
    for (const fn_typ of ['UC_PRINT', '46', '10', '50', '89']) for (const motif of motifsOf('physik', fn_typ)) used.add(motif);
    expect([...used].sort()).toEqual((Object.keys(MOTIFS) as MotifName[]).sort());
  });

  it('use a motif that matches the media type', () => {
    const motif = (fn_typ: string): string => attribute(coverSvg({ title: 'Vulkane', subject: 'geografie', fn_typ }), 'motif');
    expect(['89', 'UC_PRINT', 'UC_BOOK', '50', '10'].map(motif)).toEqual(['device', 'spines', 'spines', 'crates', 'frames']);
    expect(motifsOf('geografie', '49')).toEqual(motifsOf('geografie'));
    expect(motifsOf('geografie', '46')).toContain('sleeve');
  });

  it.each(Object.keys(MOTIFS) as MotifName[])('draw the motif %s as valid SVG in all moods and colours', (name) => {
    for (const mood of MOODS)
      for (const [seed, { hue }] of MAIN_SUBJECTS.entries()) {
        const picture = MOTIFS[name](brush(hue, mood, seed));
        expect(picture).not.toMatch(/NaN|undefined|Infinity|\d\.\d\d/);
        expect(picture).not.toMatch(/<(?:text|image|style|script|filter|\w*Gradient)|\bid=|url\(/);
        expect(picture.length).toBeLessThan(16_000);
      }
  });

  it('do not contain the title', () => {
    expect(coverSvg({ title: '</svg><script>alert(1)</script>', subject: 'physik' })).not.toContain('script');
  });

  it.each(MAIN_SUBJECTS.map((subject) => [subject.key, subject] as const))(
    'for the subject %s are small WebP pictures in both sizes',
    async (_, subject) => {
      for (const scale of [1, 2] as const) {
        const image = await drawCover(coverSvg({ title: `Titel ${scale}`, subject }), scale);
        const { format, width, height } = await sharp(image).metadata();
        expect({ format, width, height }).toEqual({ format: 'webp', width: 400 * scale, height: 226 * scale });
        expect(image.length).toBeLessThan(25_000);
      }
    },
  );

  it('are filled to the edges with the background colour', async () => {
    const svg = coverSvg({ title: 'Titel 0', subject: 'physik' });
    const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([400, 226]);
    const alpha = data.filter((_, i) => i % 4 === 3);
    expect(alpha.every((a) => a === 255)).toBe(true);
  });
});

describe('conversion from OKLCH', () => {
  it.each([
    [1, 0, 0, '#ffffff'],
    [0, 0, 0, '#000000'],
    [0.627955, 0.257683, 29.2339, '#ff0000'],
    [0.86644, 0.294827, 142.4953, '#00ff00'],
    [0.452014, 0.313214, 264.052, '#0000ff'],
  ])('converts %d %d %d to %s', (l, c, h, hex) => {
    expect(oklch(l, c, h)).toBe(hex);
  });
});
