import { circle, ellipse, roundCoordinate, group, line, oklch, PAPER, path, scatter, stroke, times, tones } from '../studio/draw.ts';
import type { Moment } from '../studio/film.ts';

export const violet = tones(288, 0.95);
export const AIR = oklch(0.62, 0.1, 262);
const SKIN = oklch(0.8, 0.07, 55);
const WOOD = oklch(0.58, 0.1, 45);

/** Returns the sound pressure at a position and time, for a wave that moves to the right from x = 0. */
const swing = (x: number, t: number): number => Math.sin((x / 92 - t * 1.3) * Math.PI * 2);

export function drum(at: Moment, x: number, y: number, loud: number): string {
  const hit = (at.t * 1.3) % 1;
  const skin = Math.sin(at.t * 1.3 * Math.PI * 2) * 7 * loud;
  const stick = loud * Math.max(0, Math.cos(hit * Math.PI * 2));
  const body =
    path('M-58 -52H26V52H-58z', WOOD) +
    times(4, (i) => stroke(`M${-52 + i * 20} -52L${-42 + i * 20} 52`, oklch(0.72, 0.09, 70), 3)) +
    ellipse(-58, 0, 13, 52, oklch(0.45, 0.08, 40));
  const head = path(
    `M26 -52Q${roundCoordinate(26 + 14 + skin)} 0 26 52Q${roundCoordinate(12 + skin)} 0 26 -52z`,
    PAPER,
    `stroke="${WOOD}" stroke-width="4"`,
  );
  const mallet = group(line([0, 0], [66, -46], oklch(0.45, 0.08, 40), 6) + circle(0, 0, 13, oklch(0.62, 0.16, 25)), {
    x: 52 + 12 * (1 - stick),
    y: -30 - 16 * (1 - stick),
    rotate: -14 * (1 - stick),
  });
  return group(body + head + mallet, { x, y });
}

export function particles(at: Moment, moving: number, marked: boolean): string {
  return times(300, (i) => {
    const x0 = 166 + (i % 30) * 12.6 + scatter(i) * 9;
    const y = 84 + Math.floor(i / 30) * 19 + scatter(i, 1) * 13;
    const x = x0 + moving * 15 * swing(x0 - 166, at.t) * Math.max(0.25, 1 - (x0 - 166) / 620);
    const special = marked && i === 134;
    return special ? '' : circle(x, y, 3.1, AIR);
  });
}

/** Draws one red particle that only oscillates around its position. */
export function single(at: Moment, moving: number, shown: number): string {
  const x0 = 350;
  const x = x0 + moving * 15 * swing(x0 - 166, at.t) * 0.75;
  return group(
    circle(x, 170, 7, 'oklch(0.62 0.2 25)', `stroke="${PAPER}" stroke-width="2"`) +
      stroke(`M${x0 - 24} 188H${x0 + 24}`, 'oklch(0.62 0.2 25)', 2.5),
    { opacity: shown },
  );
}

export const ear = (x: number, y: number): string =>
  group(
    path(
      'M-4 -58C34 -74 62 -34 46 4C36 28 26 28 22 48C16 66 -12 64 -12 42C-12 22 -18 16 -18 -8C-20 -36 -16 -52 -4 -58z',
      SKIN,
      `stroke="${oklch(0.6, 0.08, 45)}" stroke-width="3"`,
    ) + stroke('M0 -38C24 -48 40 -24 28 0C22 14 14 14 12 28M4 -22C18 -26 20 -8 12 -2C4 4 2 8 4 14', oklch(0.6, 0.08, 45), 4),
    { x, y, scale: -1 },
  );

export function wave(x: number, y: number, w: number, amount: number, cycles: number, t: number, color: string): string {
  let d = '';
  for (let i = 0; i <= 90; i++) {
    const u = i / 90;
    d += `${i ? 'L' : 'M'}${roundCoordinate(x + u * w)} ${roundCoordinate(y - amount * Math.sin((u * cycles - t * 0.6) * Math.PI * 2))}`;
  }
  return line([x, y], [x + w, y], violet.soft, 2) + stroke(d, color, 4.5);
}
