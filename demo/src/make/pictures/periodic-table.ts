import { circle, roundCoordinate, group, INK, oklch, PAPER, rect, text, times, tones } from '../studio/draw.ts';
import type { Picture } from '../studio/make-picture.ts';

const teal = tones(192, 0.85);
type Family = 'metal' | 'semi' | 'non' | 'noble';
const TINT: Record<Family, string> = {
  metal: oklch(0.88, 0.06, 245),
  semi: oklch(0.9, 0.07, 110),
  non: oklch(0.9, 0.08, 75),
  noble: oklch(0.89, 0.055, 330),
};
const FAMILY: Record<Family, string> = { metal: 'Metall', semi: 'Halbmetall', non: 'Nichtmetall', noble: 'Edelgas' };

const ELEMENTS: readonly [number, string, string, string, number, number, Family][] = [
  [1, 'H', 'Wasserstoff', '1,008', 1, 1, 'non'],
  [2, 'He', 'Helium', '4,003', 8, 1, 'noble'],
  [3, 'Li', 'Lithium', '6,94', 1, 2, 'metal'],
  [4, 'Be', 'Beryllium', '9,012', 2, 2, 'metal'],
  [5, 'B', 'Bor', '10,81', 3, 2, 'semi'],
  [6, 'C', 'Kohlenstoff', '12,01', 4, 2, 'non'],
  [7, 'N', 'Stickstoff', '14,01', 5, 2, 'non'],
  [8, 'O', 'Sauerstoff', '16,00', 6, 2, 'non'],
  [9, 'F', 'Fluor', '19,00', 7, 2, 'non'],
  [10, 'Ne', 'Neon', '20,18', 8, 2, 'noble'],
  [11, 'Na', 'Natrium', '22,99', 1, 3, 'metal'],
  [12, 'Mg', 'Magnesium', '24,31', 2, 3, 'metal'],
  [13, 'Al', 'Aluminium', '26,98', 3, 3, 'metal'],
  [14, 'Si', 'Silicium', '28,09', 4, 3, 'semi'],
  [15, 'P', 'Phosphor', '30,97', 5, 3, 'non'],
  [16, 'S', 'Schwefel', '32,06', 6, 3, 'non'],
  [17, 'Cl', 'Chlor', '35,45', 7, 3, 'non'],
  [18, 'Ar', 'Argon', '39,95', 8, 3, 'noble'],
];

/** Draws the electron shells of an atom, innermost first. */
function shells(z: number): string {
  const filled = [Math.min(2, z), Math.min(8, Math.max(0, z - 2)), Math.max(0, z - 10)].filter((n) => n > 0);
  return (
    circle(0, 0, 8, oklch(0.55, 0.16, 27)) +
    filled
      .map((n, k) => {
        const r = 16 + k * 12;
        return (
          `<circle r="${r}" fill="none" stroke="${teal.deep}" stroke-width="1.6"/>` +
          times(n, (i) => circle(r * Math.sin((i / n) * Math.PI * 2), -r * Math.cos((i / n) * Math.PI * 2), 4, oklch(0.5, 0.16, 256)))
        );
      })
      .join('')
  );
}

function tile(e: (typeof ELEMENTS)[number]): string {
  const [z, symbol, name, mass, column, row, family] = e;
  const size = 170;
  const content =
    rect(0, 0, size, 226, TINT[family], 12) +
    text(14, 34, String(z), { size: 24, anchor: 'start' }) +
    text(size - 14, 34, mass, { size: 22, weight: 500, anchor: 'end' }) +
    text(12, 96, symbol, { size: 44, weight: 700, anchor: 'start' }) +
    group(shells(z), { x: size - 49, y: 122 }) +
    text(size / 2, 206, name, { size: 24, weight: 600 });
  return group(content, { x: 86 + (column - 1) * 180, y: 176 + (row - 1) * 240 });
}

export const periodicTable: Picture = {
  key: 'periodensystem-ausschnitt',
  title: 'Die ersten 18 Elemente',
  subtitle: 'Ausschnitt aus dem Periodensystem mit Schalenmodell',
  text: 'Von Wasserstoff bis Argon: die Hauptgruppenelemente der ersten drei Perioden mit Ordnungszahl, Symbol, Atommasse und Elektronenschalen.\n\nSo wird sichtbar, was Gruppe und Periode bedeuten: In einer Gruppe gleicht sich die äußere Schale, in einer Periode wächst sie um je ein Elektron.',
  subjects: ['1000301'],
  grades: ['A(8)', 'A(9)', 'A(10)', 'E'],
  keywords: ['Periodensystem', 'Atombau', 'Schalenmodell', 'Elektronen', 'Hauptgruppe', 'Periode', 'Element'],
  language: ['de'],
  producer: 'Kolbenhals Verlag',
  year: 2025,
  height: 1020,
  alt: 'Tafel der ersten 18 Elemente in acht Hauptgruppen und drei Perioden, jedes mit Ordnungszahl, Symbol, Atommasse und Schalenmodell',
  draw() {
    const groups = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII']
      .map((s, i) => text(171 + i * 180, 158, s, { size: 28, weight: 700, fill: teal.deep }))
      .join('');
    const periods = [1, 2, 3].map((n) => text(46, 300 + (n - 1) * 240, String(n), { size: 32, weight: 700, fill: teal.deep })).join('');
    const legend = (Object.keys(TINT) as Family[])
      .map((k, i) =>
        group(
          rect(0, 0, 36, 36, TINT[k], 8, `stroke="${INK}" stroke-opacity="0.25"`) +
            text(50, 27, FAMILY[k], { size: 27, weight: 500, anchor: 'start' }),
          { x: 86 + i * 250, y: 932 },
        ),
      )
      .join('');
    const key = text(1508, 959, 'Hauptgruppen I–VIII, Perioden 1–3', { size: 25, weight: 500, anchor: 'end', fill: teal.deep });
    const hint = group(
      rect(0, 0, 1056, 132, teal.pale, 14) +
        text(528, 56, 'Gleiche Gruppe: gleich viele Außenelektronen', { size: 31, weight: 700 }) +
        text(528, 100, 'Gleiche Periode: gleich viele Schalen. Eine Ausnahme: Helium hat nur zwei Außenelektronen.', {
          size: 22,
          weight: 500,
        }),
      { x: 272, y: 222 },
    );
    return (
      rect(0, 0, 1600, 1020, PAPER) +
      text(86, 88, 'Die ersten 18 Elemente', { size: 54, weight: 700, anchor: 'start' }) +
      `<rect x="86" y="106" width="${roundCoordinate(150)}" height="6" rx="3" fill="${teal.strong}"/>` +
      groups +
      periods +
      hint +
      ELEMENTS.map(tile).join('') +
      legend +
      key
    );
  },
};
