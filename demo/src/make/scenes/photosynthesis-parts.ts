import { circle, roundCoordinate, group, oklch, path, stroke, times, tones } from '../studio/draw.ts';
import type { Moment } from '../studio/film.ts';

export const green = tones(146, 0.95);
const WATER = oklch(0.62, 0.12, 235);
const GAS = oklch(0.5, 0.03, 258);
const OXYGEN = oklch(0.62, 0.17, 25);
const SUGAR = oklch(0.78, 0.14, 78);

export const drop = (x: number, y: number, r: number): string =>
  path(
    `M${roundCoordinate(x)} ${roundCoordinate(y - r * 1.7)}C${roundCoordinate(x + r * 1.5)} ${roundCoordinate(y - r * 0.1)} ${roundCoordinate(x + r)} ${roundCoordinate(y + r)} ${roundCoordinate(x)} ${roundCoordinate(y + r)}S${roundCoordinate(x - r * 1.5)} ${roundCoordinate(y - r * 0.1)} ${roundCoordinate(x)} ${roundCoordinate(y - r * 1.7)}z`,
    WATER,
  );

export const carbonDioxide = (x: number, y: number): string =>
  circle(x - 9, y, 6, OXYGEN) + circle(x + 9, y, 6, OXYGEN) + circle(x, y, 7, GAS);
export const oxygen = (x: number, y: number): string => circle(x - 5.5, y, 6.5, OXYGEN) + circle(x + 5.5, y, 6.5, OXYGEN);
export const sugar = (x: number, y: number, r: number): string => {
  const d = times(
    6,
    (i) =>
      `${i ? 'L' : 'M'}${roundCoordinate(x + r * Math.cos((i * Math.PI) / 3))} ${roundCoordinate(y + r * Math.sin((i * Math.PI) / 3))}`,
  );
  return path(d + 'z', SUGAR, `stroke="${oklch(0.55, 0.11, 70)}" stroke-width="2" stroke-linejoin="round"`);
};

const leaf = (x: number, y: number, size: number, turn: number, a: string, b: string): string =>
  group(path(`M0 0Q${size * 0.45} ${-size * 0.34} ${size} 0z`, a) + path(`M0 0Q${size * 0.45} ${size * 0.34} ${size} 0z`, b), {
    x,
    y,
    rotate: turn,
  });

export function plant(at: Moment): string {
  const sway = Math.sin(at.t * 1.1) * 1.6;
  const stem = stroke('M320 292C317 250 324 210 320 120', green.deep, 7);
  const pairs = [
    [262, 104, 20],
    [214, 92, 26],
    [168, 72, 32],
  ] as const;
  const leaves = pairs.map(
    ([y, size, up]) =>
      leaf(320, y, size, -up + sway, green.main, green.strong) + leaf(320, y, size, 180 + up + sway, green.strong, green.main),
  );
  return stem + leaves.join('') + leaf(320, 126, 46, -90 + sway, green.main, green.strong);
}

export function roots(): string {
  const hair =
    'M320 290C318 310 322 326 320 350M320 300C300 312 286 318 270 338M320 304C342 314 352 322 372 340M300 314C290 314 276 314 262 318M346 316C358 314 368 316 380 320';
  return stroke(hair, oklch(0.78, 0.05, 80), 4);
}
