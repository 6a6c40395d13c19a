/** Geometric motifs, such as circles, tiles, columns and grids. */
import { d, disc, HEIGHT as H, line, type Motif, shape, through, times, WIDTH as W } from './cover-art-shapes.ts';

const arcs: Motif = ({ p, num, pick }) => {
  const x = pick([0, W * 0.28, W * 0.72, W]);
  const y = pick([0, H, H]);
  const step = num(34, 44);
  const tones = [p.ink[0], p.ink[1], p.ground, p.ink[2], p.ink[0], p.deep, p.ink[1]];
  const far = disc(W - x + (x < W / 2 ? -64 : 64), H - y + (y ? 52 : -52), 22, p.spot);
  return times(7, (i) => disc(x, y, step * (7.4 - i), tones[i]!)) + disc(x, y, step * 0.62, p.spot) + far;
};

const U = H / 2;
const TILES: readonly ((x: number, y: number, fill: string) => string)[] = [
  (x, y, c) => shape(d`M${x} ${y}h${U}a${U} ${U} 0 0 1 ${-U} ${U}z`, c),
  (x, y, c) => shape(d`M${x + U} ${y + U}h${-U}a${U} ${U} 0 0 1 ${U} ${-U}z`, c),
  (x, y, c) => shape(d`M${x} ${y + U}v${-U}a${U} ${U} 0 0 1 ${U} ${U}z`, c),
  (x, y, c) => shape(d`M${x} ${y + U}L${x + U} ${y}v${U}z`, c),
  (x, y, c) => shape(d`M${x} ${y}h${U}a${U / 2} ${U / 2} 0 0 1 ${-U} 0z`, c),
  (x, y, c) => disc(x + U / 2, y + U / 2, U * 0.36, c),
  (x, y, c) => shape(d`M${x} ${y + U}A${U} ${U} 0 0 1 ${x + U} ${y}A${U} ${U} 0 0 1 ${x} ${y + U}z`, c),
];

const tiles: Motif = ({ p, pick, rnd }) => {
  const spot = Math.floor(rnd() * 5);
  return times(8, (i) => {
    const x = (i % 4) * U - 26;
    const y = i < 4 ? 0 : U;
    const back = pick([p.ground, p.ground, p.ink[0], p.ink[1], p.ink[2]]);
    const fore = pick(p.ink.filter((tone) => tone !== back));
    // The shape is slightly larger than its cell, so that no gap is visible between tiles.
    return shape(d`M${x} ${y}h${U + 0.4}v${U + 0.4}h${-U - 0.4}z`, back) + pick(TILES)(x, y, i === spot ? p.spot : fore);
  });
};

const arches: Motif = ({ p, num, pick }) => {
  const n = pick([3, 4]);
  const w = W / n;
  const arch = (i: number): string => {
    const h = num(118, 176);
    const m = i * w + w / 2;
    const y = H - h + w / 2;
    const door = (k: number, fill: string): string => {
      const r = (w / 2) * k;
      return shape(d`M${m - r} ${H}V${y}a${r} ${r} 0 0 1 ${2 * r} 0V${H}z`, fill);
    };
    return door(1, p.ink[(i % 2) + 1]!) + door(0.74, p.ink[0]) + door(0.48, p.deep);
  };
  return disc(num(60, 340), 46, 28, p.spot) + times(n, arch);
};

const hex: Motif = ({ p, rnd, pick }) => {
  const r = 44;
  const w = r * Math.sqrt(3);
  const cell = (x: number, y: number, k: number): string =>
    through(
      Array.from({ length: 6 }, (_, i): [number, number] => {
        const t = (Math.PI / 3) * i + Math.PI / 6;
        return [x + r * k * Math.cos(t), y + r * k * Math.sin(t)];
      }),
    );
  const spot = Math.floor(rnd() * 12) + 5;
  return times(24, (i) => {
    const row = Math.floor(i / 6);
    const x = (i % 6) * w + (row % 2 ? w / 2 : 0) - 8;
    const y = row * r * 1.5 + 10;
    const fill = i === spot ? p.spot : pick([...p.ink, null, null]);
    if (fill === null) return line(cell(x, y, 0.9), p.ink[0], 2);
    return shape(cell(x, y, 0.96), fill) + (rnd() < 0.3 ? shape(cell(x, y, 0.5), p.ground) : '');
  });
};

const dots: Motif = ({ p, num }) => {
  const [cx, cy, u] = [num(90, 310), num(40, 190), 25];
  return times(16 * 9, (i) => {
    const x = (i % 16) * u + 12;
    const y = Math.floor(i / 16) * u + 13;
    const far = Math.hypot(x - cx, y - cy);
    return disc(x, y, Math.max(2, 12.2 - far / 17), far < 62 ? p.spot : far < 140 ? p.ink[1] : p.ink[0]);
  });
};

/** Draws two circles and their intersection. */
const overlap: Motif = ({ p, num }) => {
  const [x, y, r] = [num(120, 170), num(96, 124), num(76, 92)];
  const m = r * 1.24;
  const half = Math.sqrt(r * r - (m * m) / 4);
  const shared = d`M${x + m / 2} ${y - half}A${r} ${r} 0 0 1 ${x + m / 2} ${y + half}A${r} ${r} 0 0 1 ${x + m / 2} ${y - half}z`;
  const circles = disc(W - 26, H - 8, 92, p.ink[0]) + disc(x, y, r, p.ink[1]) + disc(x + m, y, r, p.ink[2]);
  return circles + shape(shared, p.deep) + disc(x + m / 2, y, 13, p.spot) + disc(W - 40, 44, 20, p.spot);
};

const bars: Motif = ({ p, num }) =>
  disc(num(60, 130), num(50, 76), 30, p.spot) +
  times(10, (i) => {
    const h = 52 + Math.abs(Math.sin(i * 0.55 + num(0, 1))) * 132;
    const x = 10 + i * 39;
    const column = shape(d`M${x} ${H}v${-h + 14}a14 14 0 0 1 28 0V${H}z`, p.ink[i % 3]!);
    return column + shape(d`M${x} ${H}v${-h * 0.45}h28V${H}z`, p.ink[(i + 1) % 3]!);
  });

/** Draws circuit traces that lead to a chip. */
const circuit: Motif = ({ p, num, pick }) => {
  const [cx, cy, half] = [num(150, 250), num(100, 126), 44];
  const glow = Math.floor(num(0, 5));
  const side = (dir: 1 | -1): string =>
    times(5, (i) => {
      const off = i - 2;
      const y = cy + off * 15;
      const bend = cx + dir * (half + 22 + Math.abs(off) * 14);
      const reach = off * 24;
      const end = dir === 1 ? W + 10 : -10;
      const stop = pick([end, end, bend + dir * (Math.abs(reach) + num(30, 80))]);
      const tone = i === glow ? p.spot : p.ink[Math.abs(off) % 2 ? 1 : 2]!;
      const path = line(d`M${cx} ${y}H${bend}L${bend + dir * Math.abs(reach)} ${y + reach}H${stop}`, tone, 5);
      return path + (stop === end ? '' : disc(stop, y + reach, 9, tone) + disc(stop, y + reach, 4, p.ground));
    });
  const chip = (k: number, fill: string): string =>
    `<rect x="${d`${cx - half * k}`}" y="${d`${cy - half * k}`}" width="${d`${half * 2 * k}`}" height="${d`${half * 2 * k}`}" rx="${d`${10 * k}`}" fill="${fill}"/>`;
  return side(-1) + side(1) + chip(1, p.deep) + chip(0.62, p.ink[1]) + disc(cx, cy, 11, p.spot);
};

export const FORM = { arcs, tiles, arches, hex, dots, overlap, bars, circuit };
