import {
  pointAlong,
  circle,
  roundCoordinate,
  group,
  lerp,
  line,
  oklch,
  PAPER,
  path,
  rect,
  stroke,
  SUN,
  text,
  times,
  tones,
  type Point,
} from '../studio/draw.ts';
import type { Moment } from '../studio/film.ts';

export const violet = tones(288, 0.95);
const WIRE = oklch(0.35, 0.03, 265);
const ELECTRON = oklch(0.55, 0.17, 256);
const COPPER = oklch(0.62, 0.11, 50);

export const lamp = (x: number, y: number, glow: number, size = 1): string => {
  const halo =
    circle(0, -20, 62, SUN, `opacity="${roundCoordinate(glow * 0.35)}"`) +
    circle(0, -20, 44, SUN, `opacity="${roundCoordinate(glow * 0.5)}"`);
  const glass = path(
    'M-13 6C-13 -6 -26 -10 -26 -27A26 26 0 0 1 26 -27C26 -10 13 -6 13 6z',
    glow > 0.02 ? `color-mix(in oklab, oklch(0.9 0.13 88) ${roundCoordinate(glow * 100)}%, ${PAPER})` : PAPER,
    `stroke="${WIRE}" stroke-width="3"`,
  );
  const thread = stroke('M-7 4V-16L-3.5 -24L0 -16L3.5 -24L7 -16V4', glow > 0.3 ? oklch(0.62, 0.17, 50) : WIRE, 2.2);
  const socket =
    rect(-14, 6, 28, 18, oklch(0.72, 0.02, 258), 3) + line([-14, 12], [14, 12], WIRE, 1.6) + line([-14, 18], [14, 18], WIRE, 1.6);
  return group(halo + glass + thread + socket, { x, y, scale: size });
};

export const battery = (x: number, y: number, shown = 1): string =>
  group(
    rect(-62, -24, 124, 48, violet.strong, 7) +
      rect(26, -24, 36, 48, COPPER, 7) +
      rect(22, -24, 14, 48, COPPER) +
      rect(62, -9, 8, 18, oklch(0.72, 0.02, 258), 2) +
      text(43, 8, '+', { size: 25, fill: PAPER, weight: 700 }) +
      text(-44, 8, '–', { size: 25, fill: PAPER, weight: 700 }),
    { x, y, opacity: shown },
  );

export const contact = (x: number, y: number, closed: number): string =>
  group(
    circle(-30, 0, 6, WIRE) +
      circle(30, 0, 6, WIRE) +
      group(rect(-2, -4, 64, 8, COPPER, 4), { x: -30, rotate: lerp(-34, 0, closed) }) +
      circle(-30, 0, 3, PAPER),
    { x, y },
  );

export const wire = (points: readonly Point[], shown = 1): string =>
  stroke(points.map((p, i) => `${i ? 'L' : 'M'}${p[0]} ${p[1]}`).join(''), WIRE, 5, `opacity="${roundCoordinate(shown)}"`);

/** Draws balls that move along a closed path. `speed` is in path lengths per second. */
export const electrons = (at: Moment, loop: readonly Point[], count: number, speed: number, shown: number, gap?: Point): string =>
  times(count, (i) => {
    const [x, y] = pointAlong(loop, (((at.t * speed + i / count) % 1) + 1) % 1);
    if (gap && x > gap[0] && x < gap[1] && y < 140) return '';
    return group(circle(0, 0, 7, ELECTRON, `stroke="${PAPER}" stroke-width="1.5"`) + line([-3, 0], [3, 0], PAPER, 1.8), {
      x,
      y,
      opacity: shown,
    });
  });
