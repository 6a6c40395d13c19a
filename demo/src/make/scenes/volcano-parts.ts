import {
  circle,
  ellipse,
  roundCoordinate,
  group,
  lerp,
  oklch,
  path,
  poly,
  rect,
  scatter,
  stroke,
  times,
  tones,
  type Point,
} from '../studio/draw.ts';
import type { Moment } from '../studio/film.ts';

export const orange = tones(44, 1);
const FIRE = oklch(0.7, 0.19, 45);
export const GLOW = oklch(0.84, 0.16, 80);
const ROCK = [oklch(0.36, 0.07, 30), oklch(0.43, 0.085, 34), oklch(0.5, 0.1, 40), oklch(0.57, 0.1, 46), oklch(0.64, 0.1, 52)];
const GROUND = [oklch(0.31, 0.06, 25), oklch(0.26, 0.055, 22), oklch(0.22, 0.05, 18)];
const ASH = oklch(0.42, 0.035, 310);

export const dusk = (day: number): string => {
  const night = [oklch(0.29, 0.06, 285), oklch(0.38, 0.08, 295), oklch(0.5, 0.11, 330), oklch(0.67, 0.12, 30), oklch(0.78, 0.11, 60)];
  const light = [oklch(0.84, 0.05, 230), oklch(0.87, 0.045, 225), oklch(0.9, 0.04, 220), oklch(0.92, 0.035, 100), oklch(0.94, 0.04, 90)];
  const bands = (tints: string[]): string => tints.map((c, i) => rect(0, i * 48, 640, 49, c)).join('');
  return bands(night) + group(bands(light), { opacity: day });
};

/** Draws the mountain as nested flanks, one for each layer of lava. */
export function mountain(layers: number, cut: number): string {
  const flank = (n: number): readonly Point[] => [
    [320 - 66 - n * 26, 240],
    [320 - 15 - n * 1.5, 176 - n * 16],
    [320 + 15 + n * 1.5, 176 - n * 16],
    [320 + 66 + n * 26, 240],
  ];
  const left = (n: number): readonly Point[] => flank(n).map((p): Point => [Math.min(p[0], 320), p[1]]);
  let out = '';
  for (let n = Math.ceil(layers); n >= 0; n--) out += poly(flank(Math.min(n, layers)), ROCK[n % 5]!);
  const outer = flank(layers);
  const cover = poly([[320, outer[1]![1]], outer[2]!, outer[3]!, [320, 240]], oklch(0.25, 0.045, 290));
  const shade = poly(left(layers), oklch(0.46, 0.09, 36));
  return out + group(shade, { opacity: 1 - cut }) + cover;
}

export const ground = (): string =>
  rect(0, 240, 640, 40, GROUND[0]!) + rect(0, 280, 640, 42, GROUND[1]!) + rect(0, 322, 640, 38, GROUND[2]!);

export function chamber(at: Moment, shown: number): string {
  const w = 1 + 0.012 * Math.sin(at.t * 2);
  const blob = (rx: number, ry: number, fill: string): string =>
    group(
      path(
        `M${-rx} 4C${-rx} ${-ry} ${-rx * 0.4} ${-ry} 0 ${-ry * 0.86}S${rx} ${-ry * 0.9} ${rx} 2S${rx * 0.5} ${ry} 0 ${ry}S${-rx} ${ry} ${-rx} 4z`,
        fill,
      ),
      { x: 320, y: 302, scale: shown * w },
    );
  const heat = times(7, (i) => {
    const u = (at.t * 0.25 + i / 7) % 1;
    return group(ellipse(0, 0, 16, 5, GLOW), { x: 250 + scatter(i) * 140, y: 318 - u * 26, opacity: 0.7 * shown * Math.sin(u * Math.PI) });
  });
  return blob(128, 42, FIRE) + blob(96, 28, GLOW) + heat;
}

export function conduit(at: Moment, up: number, top: number): string {
  if (up <= 0) return '';
  const y = lerp(292, top, up);
  const wobble = Math.sin(at.t * 3) * 1.5;
  const body =
    path(
      `M306 292L${roundCoordinate(311 + wobble)} ${roundCoordinate(y)}Q320 ${roundCoordinate(y - 9)} ${roundCoordinate(329 + wobble)} ${roundCoordinate(y)}L334 292z`,
      FIRE,
    ) + path(`M314 292L${roundCoordinate(316 + wobble)} ${roundCoordinate(y + 6)}H${roundCoordinate(324 + wobble)}L326 292z`, GLOW);
  return body;
}

export function bubbles(at: Moment, shown: number, top: number): string {
  return times(16, (i) => {
    const u = (at.t * 0.3 + i / 16) % 1;
    const r = 2 + 4.5 * u;
    return circle(
      320 + Math.sin(i * 5 + at.t * 2) * lerp(20, 4, u),
      lerp(312, top + 6, u),
      r,
      'none',
      `stroke="${GROUND[2]}" stroke-width="1.8" opacity="${roundCoordinate(shown * Math.sin(u * Math.PI))}"`,
    );
  });
}

export function plume(at: Moment, strength: number, top: number): string {
  if (strength <= 0) return '';
  const puffs = times(20, (i) => {
    const u = (at.t * 0.17 + i / 20) % 1;
    const x = 320 + (scatter(i) - 0.5) * 50 * u * 2.4 + 70 * u * u;
    return circle(
      x,
      top - 6 - u * 120,
      (8 + 30 * u) * strength,
      i % 3 ? ASH : oklch(0.52, 0.04, 310),
      `opacity="${roundCoordinate((1 - u) * 0.95)}"`,
    );
  });
  const sparks = times(18, (i) => {
    const u = (at.t * 0.55 + scatter(i, 4)) % 1;
    const vx = (scatter(i, 5) - 0.5) * 240;
    return circle(
      320 + vx * u,
      top - 170 * u * (0.6 + scatter(i, 6)) + 230 * u * u,
      3.2,
      i % 2 ? FIRE : GLOW,
      `opacity="${roundCoordinate(strength * (1 - u))}"`,
    );
  });
  const fountain = times(3, (i) =>
    path(
      `M${308 + i * 5} ${top + 4}Q${roundCoordinate(320 + Math.sin(at.t * 7 + i) * 10)} ${roundCoordinate(top - 58 * strength + i * 12)} ${334 - i * 5} ${top + 4}z`,
      [FIRE, FIRE, GLOW][i]!,
    ),
  );
  return puffs + fountain + sparks;
}

export function lava(at: Moment, n: number, top: number): string {
  if (n <= 0) return '';
  const end: Point = [lerp(308, 196, n), lerp(top, 238, n)];
  const side: Point = [lerp(334, 424, n), lerp(top, 228, n)];
  const glow = Math.sin(at.t * 2) * 1.2;
  return (
    stroke(
      `M314 ${roundCoordinate(top)}Q${roundCoordinate(lerp(310, 282, n))} ${roundCoordinate(lerp(top, 150, n))} ${roundCoordinate(end[0])} ${roundCoordinate(end[1])}`,
      FIRE,
      13 + glow,
    ) +
    stroke(
      `M314 ${roundCoordinate(top)}Q${roundCoordinate(lerp(310, 282, n))} ${roundCoordinate(lerp(top, 150, n))} ${roundCoordinate(end[0])} ${roundCoordinate(end[1])}`,
      GLOW,
      5,
    ) +
    stroke(
      `M328 ${roundCoordinate(top)}Q${roundCoordinate(lerp(334, 352, n))} ${roundCoordinate(lerp(top, 150, n))} ${roundCoordinate(side[0])} ${roundCoordinate(side[1])}`,
      FIRE,
      9 + glow,
    )
  );
}

export const ashfall = (at: Moment, shown: number): string =>
  times(46, (i) => {
    const u = (at.t * (0.14 + 0.08 * scatter(i)) + scatter(i, 1)) % 1;
    return circle(
      120 + scatter(i, 2) * 480 + 14 * Math.sin(u * 6 + i),
      30 + u * 206,
      1.6 + scatter(i, 3) * 1.8,
      oklch(0.72, 0.02, 310),
      `opacity="${roundCoordinate(shown * 0.85)}"`,
    );
  });

export function meadow(at: Moment, n: number): string {
  const slope = (x: number): number => (x < 320 ? lerp(240, 112, (x - 124) / 180) : lerp(112, 240, (x - 336) / 180));
  return times(26, (i) => {
    const x = i % 2 ? 128 + scatter(i) * 120 : 400 + scatter(i) * 112;
    const y = Math.min(240, slope(x)) + 2;
    const grown = Math.min(1, Math.max(0, n * 2.2 - scatter(i, 3)));
    const sway = Math.sin(at.t * 1.5 + i) * 4;
    const green = ['oklch(0.69 0.13 146)', 'oklch(0.54 0.13 146)', 'oklch(0.8 0.12 130)'][i % 3]!;
    return group(path('M0 0Q-9 -10 0 -24Q9 -10 0 0z', green), {
      x,
      y,
      rotate: sway + (i % 2 ? -18 : 18),
      scale: grown * (0.6 + scatter(i, 2) * 0.6),
      opacity: grown,
    });
  });
}
