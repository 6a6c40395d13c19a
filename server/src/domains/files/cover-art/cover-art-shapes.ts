/** Basic shapes of the motifs. The SVG has no fonts, filters, gradients or ids, so that all renderers produce the same picture. */
import type { Palette } from './cover-art-palette.ts';

export const WIDTH = 400;
export const HEIGHT = 226;

/** Palette and random number generators for a motif. */
export type Brush = {
  p: Palette;
  /** Returns a random number in [0, 1). */
  rnd: () => number;
  /** Returns a random number in a range. */
  num: (from: number, to: number) => number;
  pick: <T>(list: readonly T[]) => T;
};

/** Draws a motif as SVG elements on a {@link WIDTH} × {@link HEIGHT} canvas. */
export type Motif = (brush: Brush) => string;

/** Rounds a number to a tenth of a pixel. */
export const round = (n: number): number => Math.round(n * 10) / 10 || 0;

/** Template tag for SVG path data, which rounds its numbers: d`M${x} ${y}h${w}`. */
export const d = (parts: TemplateStringsArray, ...values: number[]): string =>
  parts.reduce((out, part, i) => out + part + (i < values.length ? round(values[i]!) : ''), '');

export const disc = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${fill}"/>`;

export const ring = (x: number, y: number, r: number, stroke: string, width: number): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="none" stroke="${stroke}" stroke-width="${round(width)}"/>`;

export const shape = (data: string, fill: string): string => `<path d="${data}" fill="${fill}"/>`;

export const line = (data: string, stroke: string, width: number, more = ''): string =>
  `<path d="${data}" fill="none" stroke="${stroke}" stroke-width="${round(width)}" stroke-linecap="round" stroke-linejoin="round"${more}/>`;

export const box = (x: number, y: number, w: number, h: number, radius: number, fill: string): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" rx="${round(radius)}" fill="${fill}"/>`;

export const times = (n: number, draw: (i: number) => string): string => Array.from({ length: n }, (_, i) => draw(i)).join('');

/** Returns the path of a polygon with the given points. */
export const through = (points: readonly (readonly [number, number])[], close = true): string =>
  points.map(([x, y], i) => `${i ? 'L' : 'M'}${round(x)} ${round(y)}`).join('') + (close ? 'z' : '');
