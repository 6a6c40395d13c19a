/** Helpers that return SVG. Coordinates refer to a film frame of 640 × 360 units unless a picture sets another size. */

export const INK = 'oklch(0.245 0.025 258)';
export const PAPER = 'oklch(0.983 0.007 75)';
export const SUN = 'oklch(0.84 0.12 78)';
const WHITE = 'oklch(0.997 0.003 75)';

export type Point = readonly [number, number];
export type Tones = { pale: string; soft: string; main: string; strong: string; deep: string; night: string };

export const oklch = (l: number, c: number, h: number): string => `oklch(${l} ${c.toFixed(3)} ${((h + 360) % 360).toFixed(1)})`;

/** Returns tones of a hue. Light tones shift to yellow, dark ones to blue, as in drawn covers. */
export function tones(hue: number, chroma = 1): Tones {
  const lean = (to: number, by: number): number => {
    const way = ((to - hue + 540) % 360) - 180;
    return hue + Math.sign(way) * Math.min(Math.abs(way), by);
  };
  const up = lean(90, 26);
  const down = lean(300, 24);
  const tone = (l: number, c: number, h: number): string => oklch(l, c * chroma, h);
  return {
    pale: tone(0.95, 0.035, up),
    soft: tone(0.85, 0.085, up),
    main: tone(0.69, 0.14, hue),
    strong: tone(0.54, 0.135, hue),
    deep: tone(0.35, 0.085, down),
    night: tone(0.28, 0.065, down),
  };
}

export const clamp = (n: number, low = 0, high = 1): number => Math.min(high, Math.max(low, n));
export const ease = (n: number): number => {
  const x = clamp(n);
  return x * x * (3 - 2 * x);
};
export const lerp = (a: number, b: number, n: number): number => a + (b - a) * n;
export const roundCoordinate = (n: number): string => String(Math.round(n * 100) / 100);
export const times = (n: number, draw: (i: number) => string): string => Array.from({ length: n }, (_, i) => draw(i)).join('');
/** Returns a pseudo-random number between 0 and 1 for number `i`, so that every run draws the same picture. */
export const scatter = (i: number, salt = 0): number => {
  const x = Math.sin(i * 127.1 + salt * 311.7 + 3.3) * 43758.5453;
  return x - Math.floor(x);
};

const esc = (s: string): string => s.replace(/&/g, '&amp;').replace(/</g, '&lt;');

export const rect = (x: number, y: number, w: number, h: number, fill: string, r = 0, more = ''): string =>
  `<rect x="${roundCoordinate(x)}" y="${roundCoordinate(y)}" width="${roundCoordinate(Math.max(0, w))}" height="${roundCoordinate(Math.max(0, h))}" rx="${roundCoordinate(r)}" fill="${fill}" ${more}/>`;
export const circle = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${roundCoordinate(x)}" cy="${roundCoordinate(y)}" r="${roundCoordinate(Math.max(0, r))}" fill="${fill}" ${more}/>`;
export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${roundCoordinate(x)}" cy="${roundCoordinate(y)}" rx="${roundCoordinate(Math.max(0, rx))}" ry="${roundCoordinate(Math.max(0, ry))}" fill="${fill}" ${more}/>`;
export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`;
export const stroke = (d: string, color: string, width: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${roundCoordinate(width)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
export const line = (a: Point, b: Point, color: string, width: number, more = ''): string =>
  stroke(`M${roundCoordinate(a[0])} ${roundCoordinate(a[1])}L${roundCoordinate(b[0])} ${roundCoordinate(b[1])}`, color, width, more);
export const poly = (points: readonly Point[], fill: string, more = ''): string =>
  path(points.map((p, i) => `${i ? 'L' : 'M'}${roundCoordinate(p[0])} ${roundCoordinate(p[1])}`).join('') + 'z', fill, more);

type TextStyle = { size?: number; weight?: number; fill?: string; anchor?: 'start' | 'middle' | 'end'; more?: string };
export const text = (x: number, y: number, s: string, style: TextStyle = {}): string =>
  `<text x="${roundCoordinate(x)}" y="${roundCoordinate(y)}" font-size="${roundCoordinate(style.size ?? 17)}" font-weight="${style.weight ?? 600}" fill="${style.fill ?? INK}" text-anchor="${style.anchor ?? 'middle'}" ${style.more ?? ''}>${esc(s)}</text>`;

type Placing = { x?: number; y?: number; rotate?: number; scale?: number; opacity?: number };
export const group = (content: string, at: Placing): string => {
  if ((at.opacity ?? 1) <= 0.003) return '';
  const turn = at.rotate ? ` rotate(${roundCoordinate(at.rotate)})` : '';
  const size = at.scale !== undefined && at.scale !== 1 ? ` scale(${at.scale.toFixed(4)})` : '';
  const shade = (at.opacity ?? 1) < 0.997 ? ` opacity="${(at.opacity ?? 1).toFixed(3)}"` : '';
  return `<g transform="translate(${roundCoordinate(at.x ?? 0)} ${roundCoordinate(at.y ?? 0)})${turn}${size}"${shade}>${content}</g>`;
};

/** Returns the approximate width of a text, for the background behind it. */
export function widthOf(s: string, size: number): number {
  let w = 0;
  for (const ch of s)
    w += /[iljI.,:;'|!]/.test(ch) ? 0.29 : /[ftr ()-]/.test(ch) ? 0.38 : /[mwMW]/.test(ch) ? 0.85 : /[A-ZÄÖÜ]/.test(ch) ? 0.66 : 0.56;
  return w * size;
}

/** Draws a label with a thin line to the point `to`. `shown` is its opacity from 0 to 1. */
export function label(
  x: number,
  y: number,
  s: string,
  shown: number,
  to?: Point,
  style: { fill?: string; ink?: string; size?: number } = {},
): string {
  if (shown <= 0) return '';
  const size = style.size ?? 16;
  const w = widthOf(s, size) + 20;
  const h = size + 12;
  const fill = style.fill ?? WHITE;
  const end: Point = to ? [lerp(x, to[0], ease(shown)), lerp(y, to[1], ease(shown))] : [x, y];
  const lead = to
    ? line([x, y], end, PAPER, 4.5, 'opacity="0.75"') + line([x, y], end, INK, 1.5) + circle(end[0], end[1], 3.2, INK, `stroke="${PAPER}"`)
    : '';
  const field = rect(x - w / 2, y - h / 2, w, h, fill, 6, `stroke="${INK}" stroke-opacity="0.16"`);
  return group(lead + field + text(x, y + size * 0.35, s, { size, fill: style.ink ?? INK }), { opacity: ease(shown) });
}

/** Draws an arrow from a to b. `grown` is the visible part of its length, from 0 to 1. */
export function arrow(a: Point, b: Point, color: string, width: number, grown = 1): string {
  if (grown <= 0.02) return '';
  const n = ease(grown);
  const tip: Point = [lerp(a[0], b[0], n), lerp(a[1], b[1], n)];
  const turn = Math.atan2(b[1] - a[1], b[0] - a[0]);
  const head = width * 2.6;
  const wing = (side: number): Point => [tip[0] - head * Math.cos(turn + side * 0.55), tip[1] - head * Math.sin(turn + side * 0.55)];
  const neck: Point = [tip[0] - head * 0.7 * Math.cos(turn), tip[1] - head * 0.7 * Math.sin(turn)];
  return (
    line(a, neck, color, width) + poly([tip, wing(1), wing(-1)], color, `stroke="${color}" stroke-width="1.5" stroke-linejoin="round"`)
  );
}

/** Returns the point at fraction `u` (0 to 1) of the length of a polyline. */
export function pointAlong(points: readonly Point[], u: number): Point {
  const steps = points.slice(1).map((p, i) => Math.hypot(p[0] - points[i]![0], p[1] - points[i]![1]));
  let rest = clamp(u) * steps.reduce((a, b) => a + b, 0);
  for (let i = 0; i < steps.length; i++) {
    if (rest <= steps[i]! || i === steps.length - 1) {
      const n = steps[i] ? rest / steps[i]! : 0;
      return [lerp(points[i]![0], points[i + 1]![0], n), lerp(points[i]![1], points[i + 1]![1], n)];
    }
    rest -= steps[i]!;
  }
  return points[0]!;
}

export const svg = (content: string, w = 640, h = 360): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${content}</svg>`;
