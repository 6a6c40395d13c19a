/** Motifs for kinds of media, such as books, discs, films, boxes and devices. */
import { box, d, disc, HEIGHT as H, line, type Motif, ring, shape, times, WIDTH as W } from './cover-art-shapes.ts';

const spines: Motif = ({ p, num, pick }) => {
  let x = -6;
  let last = '';
  let out = disc(num(250, 340), num(44, 64), 30, p.spot);
  while (x < W) {
    const [w, h] = [num(24, 52), num(104, 182)];
    const fill = pick(p.ink.filter((tone) => tone !== last));
    const y = H - h;
    const mark = fill === p.deep ? p.soft : p.ground;
    const stripe = (at: number): string => d`M${x + 6} ${y + at}h${w - 15}v5h${15 - w}z`;
    out += shape(d`M${x} ${y}h${w - 3}V${H}h${3 - w}z`, fill) + shape(stripe(16) + stripe(26), mark);
    last = fill;
    x += w;
  }
  return out;
};

/** Draws a disc that is half out of its sleeve. */
const sleeve: Motif = ({ p, num, pick }) => {
  const [x, y, size] = [num(86, 110), 29, 168];
  const [cx, cy] = [x + size + num(16, 34), y + size / 2];
  const grooves = [78, 70, 62, 54, 46].map((r, i) => disc(cx, cy, r, i % 2 ? p.deep : p.ink[2])).join('');
  const label = disc(cx, cy, 30, p.spot) + disc(cx, cy, 7, p.ground);
  const q = size / 2;
  const quarter = [
    shape(d`M${x} ${y}h${q}a${q} ${q} 0 0 1 ${-q} ${q}z`, p.ink[0]),
    shape(d`M${x + q} ${y + q}h${q}a${q} ${q} 0 0 1 ${-q} ${q}z`, p.ink[0]),
    disc(x + q, y + q, q * 0.62, p.ink[0]),
    shape(d`M${x} ${y + size}v${-q}a${q} ${q} 0 0 1 ${q} ${q}z`, p.ink[0]),
  ];
  return disc(W - 30, num(30, 60), 20, p.spot) + grooves + label + box(x, y, size, size, 6, p.ink[1]) + pick(quarter) + pick(quarter);
};

/** Draws the frames of two film strips. */
const frames: Motif = ({ p, num }) => {
  const scene = (x: number, y: number, w: number, h: number, i: number): string => {
    const lit = i % 4 === 1;
    const hill = d`M${x} ${y + h}V${y + h * num(0.62, 0.8)}Q${x + w * 0.3} ${y + h * num(0.3, 0.5)} ${x + w * 0.6} ${y + h * 0.72}T${x + w} ${y + h * 0.6}V${y + h}z`;
    return (
      box(x, y, w, h, 3, lit ? p.soft : p.ink[i % 2 ? 0 : 1]) +
      disc(x + w * num(0.55, 0.8), y + h * 0.32, 9, lit ? p.strong : p.spot) +
      shape(hill, lit ? p.main : p.ink[2])
    );
  };
  const strip = (y: number, shift: number): string =>
    box(-60, y, W + 120, 104, 0, p.deep) +
    times(22, (i) => box(-54 + i * 24, y + 6, 12, 8, 2, p.ground) + box(-54 + i * 24, y + 90, 12, 8, 2, p.ground)) +
    times(5, (i) => scene(-50 + shift + i * 106, y + 20, 98, 64, i));
  return `<g transform="${d`rotate(${num(-9, -5)} 200 113)`}">${strip(-8, num(-40, 0))}${strip(128, num(-40, 0))}</g>`;
};

/** Draws stacked parcels. */
const crates: Motif = ({ p, num, pick }) => {
  const crate = (x: number, base: number, w: number, h: number, fill: string, tape: string): string =>
    box(x, base - h, w, h, 3, fill) + box(x + w / 2 - 7, base - h, 14, h * 0.46, 0, tape) + box(x + w - 34, base - 22, 24, 10, 2, tape);
  const [a, b, c] = [num(104, 124), num(108, 128), num(92, 112)];
  const [ha, hb, hc] = [num(78, 98), num(92, 116), num(62, 82)];
  const x = num(26, 44);
  const tones = pick([
    [p.ink[1], p.ink[2], p.ink[0]],
    [p.ink[2], p.ink[1], p.ink[2]],
  ]);
  const lower = [
    crate(x, H, a, ha, tones[0]!, p.ink[0]),
    crate(x + a + 5, H, b, hb, tones[1]!, p.spot),
    crate(x + a + b + 10, H, c, hc, p.strong, p.soft),
  ];
  const upper = crate(x + 18, H - ha - 3, a - 26, num(52, 66), tones[2]!, p.deep);
  return disc(num(300, 350), num(46, 64), 30, p.spot) + lower.join('') + upper;
};

/** Draws a device with lens, dial and strap. */
const device: Motif = ({ p, num }) => {
  const [x, y, w, h] = [num(76, 100), num(62, 72), 224, 128];
  const cx = x + w * num(0.4, 0.5);
  const cy = y + h * 0.54;
  const strap = line(d`M${x + 14} ${y + 8}C${x - 20} ${y - 74} ${x + w + 20} ${y - 74} ${x + w - 14} ${y + 8}`, p.ink[2], 9);
  const body = box(x + w * 0.62, y - 14, 48, 22, 6, p.deep) + box(x, y, w, h, 16, p.ink[1]) + box(x, y + 26, w, h - 52, 0, p.ink[2]);
  const lens = disc(cx, cy, 54, p.deep) + ring(cx, cy, 43, p.ink[1], 4) + disc(cx, cy, 32, p.ink[0]) + disc(cx + 10, cy - 11, 9, p.pale);
  const dials = disc(x + w - 30, y + 46, 13, p.spot) + times(3, (i) => box(x + w - 44, y + 70 + i * 9, 28, 4, 2, p.soft));
  return shape(d`M0 ${y + h - 8}H${W}V${H}H0z`, p.ink[0]) + strap + body + lens + dials;
};

export const THINGS = { spines, sleeve, frames, crates, device };
