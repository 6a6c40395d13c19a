import { circle, roundCoordinate, group, INK, line, oklch, path, rect, scatter, SUN, text, times, tones } from '../studio/draw.ts';
import type { Picture } from '../studio/make-picture.ts';

const orange = tones(44, 1);
const SKY = oklch(0.92, 0.035, 230);

type Level = { name: string; plants: string; from: number; to: number; tint: string };
const LEVELS: readonly Level[] = [
  { name: 'Schneestufe', plants: 'Firn, Gletscher, Fels', from: 3000, to: 3700, tint: oklch(0.97, 0.01, 230) },
  { name: 'Mattenstufe', plants: 'alpine Rasen, Polsterpflanzen', from: 2200, to: 3000, tint: oklch(0.82, 0.09, 115) },
  { name: 'Krummholzstufe', plants: 'Latschen, Zwergsträucher', from: 1800, to: 2200, tint: oklch(0.7, 0.11, 128) },
  { name: 'Bergwaldstufe', plants: 'Fichten, Tannen, Buchen', from: 800, to: 1800, tint: oklch(0.54, 0.11, 150) },
  { name: 'Hügelstufe', plants: 'Äcker, Obst, Laubwald', from: 200, to: 800, tint: oklch(0.78, 0.12, 100) },
];

/** Converts a height above sea level in metres to the y coordinate. */
const y = (m: number): number => 900 - ((m - 200) / 3500) * 720;

const spruce = (x: number, at: number, s: number): string =>
  group(rect(-3, -8, 6, 12, oklch(0.38, 0.06, 50)) + path('M0 -64L20 -30H10L26 -6H-26L-10 -30H-20z', oklch(0.4, 0.1, 155)), {
    x,
    y: at,
    scale: s,
  });
const beech = (x: number, at: number, s: number): string =>
  group(
    rect(-4, -16, 8, 20, oklch(0.4, 0.06, 50)) + circle(0, -32, 22, oklch(0.6, 0.13, 130)) + circle(-12, -24, 14, oklch(0.6, 0.13, 130)),
    { x, y: at, scale: s },
  );
const shrub = (x: number, at: number): string =>
  path(
    `M${roundCoordinate(x - 16)} ${roundCoordinate(at)}Q${roundCoordinate(x - 12)} ${roundCoordinate(at - 18)} ${roundCoordinate(x)} ${roundCoordinate(at - 12)}Q${roundCoordinate(x + 12)} ${roundCoordinate(at - 20)} ${roundCoordinate(x + 16)} ${roundCoordinate(at)}z`,
    oklch(0.45, 0.1, 140),
  );

const SLOPE: readonly (readonly [number, number])[] = [
  [0, 880],
  [170, 850],
  [330, 770],
  [470, 640],
  [600, 520],
  [700, 430],
  [790, 320],
  [880, 190],
  [930, 150],
];
function slopeAt(x: number): number {
  for (let i = 1; i < SLOPE.length; i++) {
    const [a, b] = [SLOPE[i - 1]!, SLOPE[i]!];
    if (x <= b[0]) return a[1] + ((x - a[0]) / (b[0] - a[0])) * (b[1] - a[1]);
  }
  return 150;
}
const xAt = (height: number): number => {
  for (let x = 0; x < 930; x++) if (slopeAt(x) <= height) return x;
  return 930;
};

export const altitudinalZones: Picture = {
  key: 'hoehenstufen-der-alpen',
  title: 'Höhenstufen der Alpen',
  subtitle: 'Vom Obstgarten bis zum ewigen Schnee',
  text: 'Mit jedem Schritt bergauf wird es kälter, im Mittel um etwa sechs Grad auf tausend Meter. Die Zeichnung zeigt, wie sich die Pflanzenwelt dabei verändert.\n\nWald- und Schneegrenze sind eingetragen. Die Höhen sind gerundete Richtwerte: Am Alpenrand liegen die Stufen tiefer, im Inneren höher.',
  subjects: ['2200702', '2201805'],
  grades: ['A(5)', 'A(6)', 'A(7)', 'A(8)'],
  keywords: ['Alpen', 'Höhenstufen', 'Vegetation', 'Waldgrenze', 'Schneegrenze', 'Gebirge', 'Klima'],
  language: ['de'],
  producer: 'Sonnwald Lernmedien',
  year: 2024,
  height: 1000,
  alt: 'Querschnitt durch einen Berghang mit fünf Höhenstufen von der Hügelstufe bis zur Schneestufe, mit Waldgrenze und Schneegrenze',
  draw() {
    const outline = 'M0 1000V880L170 850L330 770L470 640L600 520L700 430L790 320L880 190L930 150L990 240L1050 300V1000z';
    const bands =
      LEVELS.map((l) => rect(0, y(l.to) - (l.to === 3700 ? 60 : 0), 1050, y(l.from) - y(l.to) + (l.to === 3700 ? 62 : 2), l.tint)).join(
        '',
      ) + rect(0, y(200), 1050, 100, LEVELS[4]!.tint);
    const clip = `<clipPath id="berg"><path d="${outline}"/></clipPath><g clip-path="url(#berg)">${bands}${path('M930 150L990 240L1050 300V1000H930L966 760L926 560L962 360L918 250z', 'oklch(0.3 0.05 262)', 'opacity="0.14"')}</g>`;
    const trees = times(22, (i) => {
      const x = xAt(y(800)) + scatter(i) * (xAt(y(1800)) - xAt(y(800)));
      return spruce(x, slopeAt(x) + 8 + scatter(i, 1) * 60, 0.8 + scatter(i, 2) * 0.5);
    });
    const inside = times(34, (i) => spruce(620 + scatter(i, 3) * 400, y(800 + scatter(i, 4) * 900), 0.6 + scatter(i, 5) * 0.4));
    const leafy = times(12, (i) =>
      beech(60 + i * 84 + scatter(i) * 30, Math.max(slopeAt(60 + i * 84) + 14, 850) + scatter(i, 1) * 70, 0.9 + scatter(i, 2) * 0.5),
    );
    const shrubs = times(18, (i) => {
      const height = y(1830 + scatter(i, 1) * 300);
      return shrub(xAt(height) + 16 + scatter(i) * (1010 - xAt(height)), height);
    });
    const border = (m: number, name: string): string =>
      line([xAt(y(m)) - 120, y(m)], [1050, y(m)], orange.deep, 4, 'stroke-dasharray="4 12"') +
      text(xAt(y(m)) - 132, y(m) + 9, name, { size: 27, weight: 700, anchor: 'end', fill: orange.deep });
    const scale = LEVELS.map((l) => {
      const top = y(l.to);
      const h = y(l.from) - top;
      return (
        rect(1090, top + 3, 470, h - 6, 'oklch(0.997 0.003 75)', 12) +
        rect(1090, top + 3, 14, h - 6, l.tint, 6) +
        text(1124, top + h / 2 - 5, l.name, { size: 30, weight: 700, anchor: 'start' }) +
        text(1124, top + h / 2 + 27, l.plants, { size: 23, weight: 500, anchor: 'start' }) +
        text(1546, top + h / 2 - 5, `bis ${l.to === 3700 ? 'zum Gipfel' : `${l.to.toLocaleString('de-DE')} m`}`, {
          size: 23,
          weight: 600,
          anchor: 'end',
          fill: orange.deep,
        })
      );
    });
    return (
      rect(0, 0, 1600, 1000, SKY) +
      circle(610, 210, 62, SUN) +
      clip +
      rect(1050, 0, 550, 1000, 'oklch(0.965 0.014 75)') +
      shrubs +
      inside +
      trees +
      leafy +
      border(1800, 'Waldgrenze') +
      border(3000, 'Schneegrenze') +
      scale.join('') +
      text(60, 92, 'Höhenstufen der Alpen', { size: 54, weight: 700, anchor: 'start', fill: INK }) +
      text(60, 138, 'Gerundete Richtwerte', { size: 27, weight: 500, anchor: 'start' })
    );
  },
};
