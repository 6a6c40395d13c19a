/** Motifs of landscape, plants, light and sound. */
import { d, disc, HEIGHT as H, line, type Motif, ring, shape, through, times, WIDTH as W } from './cover-art-shapes.ts';

const peaks: Motif = ({ p, num, pick }) => {
  const sun = disc(num(70, 330), num(52, 84), num(24, 40), p.spot);
  const tops = [
    { x: num(70, 150), h: num(150, 186), light: p.ink[1], dark: p.ink[2] },
    { x: num(240, 330), h: num(120, 168), light: p.ink[0], dark: p.ink[1] },
    { x: num(150, 240), h: num(74, 104), light: p.ink[2], dark: p.deep },
    { x: num(340, 400), h: num(60, 92), light: p.ink[1], dark: p.ink[2] },
  ];
  const flat = pick([0, 1]);
  const draw = ({ x, h, light, dark }: (typeof tops)[number], i: number): string => {
    const w = h * 1.12;
    const y = H - h;
    const c = i === flat ? h * 0.13 : 0;
    return (
      shape(d`M${x - w} ${H}L${x - c} ${y + c * 0.9}L${x + c} ${y + c * 0.9}L${x + w} ${H}z`, light) +
      shape(d`M${x + c * 0.2} ${y + c * 0.9}L${x + c} ${y + c * 0.9}L${x + w} ${H}H${x - w * 0.12}L${x + w * 0.1} ${y + h * 0.55}z`, dark)
    );
  };
  return sun + tops.map(draw).join('');
};

const strata: Motif = ({ p, num }) => {
  const tones = [p.ink[0], p.ink[1], p.ink[2], p.deep, p.night];
  const layer = (i: number): string => {
    const y = 76 + i * 32;
    const a = num(14, 30) * (i % 2 ? 1 : -1);
    const [x1, x2, x3, x4] = [num(80, 130), num(150, 210), num(220, 260), num(330, 370)];
    return shape(d`M0 ${y + a}C${x1} ${y - a * 1.6} ${x2} ${y - a} ${x3} ${y}S${x4} ${y + a * 1.4} ${W} ${y - a * 0.6}V${H}H0z`, tones[i]!);
  };
  return disc(num(90, 320), num(52, 80), num(26, 42), p.spot) + times(5, layer);
};

/** Draws contour lines around a summit. */
const contours: Motif = ({ p, num }) => {
  const [x, y, a] = [num(130, 290), num(80, 140), num(0, 6)];
  const tones = [p.ink[0], p.ink[1], p.ink[2], p.deep];
  return times(6, (i) => {
    const points = Array.from({ length: 72 }, (_, k): [number, number] => {
      const t = (k / 72) * Math.PI * 2;
      const q = (196 - i * 33) * (1 + 0.13 * Math.sin(3 * t + a + i * 0.22) + 0.07 * Math.sin(5 * t - a));
      return [x + i * 5 + q * 1.25 * Math.cos(t), y + q * Math.sin(t)];
    });
    return shape(through(points), i === 5 ? p.spot : tones[i % 4]!);
  });
};

const leaves: Motif = ({ p, num }) => {
  const leaf = (x: number, y: number, length: number, turn: number, upper: string, lower: string): string => {
    const w = length * 0.34;
    const half = (side: number, fill: string): string => shape(d`M0 0Q${length * 0.45} ${side * w} ${length} 0z`, fill);
    return `<g transform="${d`translate(${x} ${y}) rotate(${turn})`}">${half(-1, upper)}${half(1, lower)}</g>`;
  };
  const stalk = (x: number, s: number): string => {
    const tall = num(150, 214);
    const [a, b] = s === 1 ? [p.ink[2], p.deep] : [p.ink[1], p.ink[2]];
    const pairs = times(4, (i) => {
      const y = H - 18 - i * (tall / 4.4);
      const length = 88 - i * 11;
      return leaf(x, y, length, -32 - i * 5, a, b) + leaf(x, y, length, -148 + i * 5, b, a);
    });
    return line(d`M${x} ${H}V${H - tall}`, b, 4) + pairs + leaf(x, H - tall + 8, 50, -90, a, b);
  };
  return disc(num(60, 340), num(56, 96), num(30, 46), p.spot) + [num(90, 130), num(205, 240), num(320, 350)].map(stalk).join('');
};

/** Draws rays of light from a point. */
const rays: Motif = ({ p, num, pick }) => {
  const [x, y, turn] = [num(90, 310), pick([226, 190, 120]), num(0, 0.3)];
  const far = (t: number): [number, number] => [x + 520 * Math.cos(t), y + 520 * Math.sin(t)];
  const beams = times(18, (i) => {
    const t = turn + (i / 18) * Math.PI * 2;
    return shape(through([[x, y], far(t), far(t + Math.PI / 18)]), p.ink[i % 3]!);
  });
  return beams + disc(x, y, 74, p.ground) + disc(x, y, 58, p.ink[2]) + disc(x, y, 38, p.spot);
};

const orbit: Motif = ({ p, num }) => {
  const [x, y] = [num(150, 280), num(96, 130)];
  const rings = times(5, (i) => ring(x, y, 72 + i * 40, p.ink[i % 2 ? 0 : 1], i % 2 ? 1.5 : 3));
  const moons = times(4, (i) => {
    const t = num(0, 6.28);
    const r = 72 + i * 40;
    return disc(x + r * Math.cos(t), y + r * Math.sin(t), num(6, 17), i ? p.ink[i % 3]! : p.spot);
  });
  return (
    rings + disc(x, y, 50, p.ink[1]) + shape(d`M${x} ${y - 50}A50 50 0 0 1 ${x} ${y + 50}A76 76 0 0 0 ${x} ${y - 50}z`, p.ink[2]) + moons
  );
};

const waves: Motif = ({ p, num }) => {
  const [a, turn] = [num(16, 30), num(0, 6.28)];
  const tones = [p.ink[0], p.ink[1], p.ink[2], p.ink[1]];
  const wave = (i: number): string => {
    const points = Array.from({ length: 31 }, (_, k): [number, number] => {
      const x = k * 14 - 10;
      return [x, 14 + i * 25 + a * Math.sin(x / 62 + turn + i * 0.34) * Math.sin(x / 128 + 0.5)];
    });
    return line(through(points, false), tones[i % 4]!, 4 + (i % 3) * 3);
  };
  return disc(num(110, 300), num(70, 150), num(44, 60), p.spot) + times(9, wave);
};

/** Draws a road through hills. */
const road: Motif = ({ p, num }) => {
  const [start, swing, turn, sun] = [num(150, 250), num(44, 70), num(0, 0.9), num(60, 340)];
  const far = d`M0 118C${num(70, 110)} 70 ${num(150, 190)} 84 ${num(220, 250)} 110S${num(320, 350)} 84 ${W} 104V${H}H0z`;
  const near = d`M0 ${num(140, 152)}C90 122 150 126 220 132S340 122 ${W} 138V${H}H0z`;
  // The parameter `t` is 0 at the horizon and 1 below the lower edge. Sizes grow with the square of `t`.
  const centre = (t: number): number => start + swing * t * (0.35 + t) * Math.sin(turn + 7.2 * Math.sqrt(t)) + (200 - start) * t * t;
  const y = (t: number): number => 126 + 118 * t;
  const ribbon = (from: number, to: number, share: number): string => {
    const steps = Array.from({ length: 25 }, (_, i) => from + ((to - from) * i) / 24);
    const edge =
      (side: number) =>
      (t: number): [number, number] => [centre(t) + side * (3 + 62 * t * t) * share, y(t)];
    return through([...steps.map(edge(-1)), ...steps.toReversed().map(edge(1))]);
  };
  const dashes = times(7, (i) => shape(ribbon(((i + 0.9) / 7.6) ** 1.5, ((i + 1.4) / 7.6) ** 1.5, 0.07), p.pale));
  return disc(sun, num(46, 64), 30, p.spot) + shape(far, p.ink[0]) + shape(near, p.ink[1]) + shape(ribbon(0, 1, 1), p.deep) + dashes;
};

export const NATURE = { peaks, strata, contours, leaves, rays, orbit, waves, road };
