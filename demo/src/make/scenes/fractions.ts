import {
  circle,
  ease,
  roundCoordinate,
  group,
  INK,
  label,
  lerp,
  line,
  oklch,
  PAPER,
  rect,
  text,
  times,
  tones,
  type Point,
} from '../studio/draw.ts';
import type { Film, Moment } from '../studio/film.ts';

const blue = tones(256, 1.05);
const BROWN = oklch(0.42, 0.07, 50);
const MIA = oklch(0.69, 0.15, 30);
const BEN = oklch(0.66, 0.12, 220);
const MIA_DARK = oklch(0.52, 0.16, 30);
const BEN_DARK = oklch(0.46, 0.1, 225);

const fraction = (x: number, y: number, top: string, bottom: string, color: string, shown = 1, size = 34): string =>
  group(
    text(0, -size * 0.28, top, { size, weight: 700, fill: color }) +
      line([-size * 0.42, 0], [size * 0.42, 0], color, 3.5) +
      text(0, size * 0.98, bottom, { size, weight: 700, fill: color }),
    { x, y, opacity: shown },
  );
const sign = (x: number, y: number, s: string, shown = 1): string =>
  text(x, y + 11, s, { size: 32, weight: 700, more: `opacity="${roundCoordinate(shown)}"` });

const W = 264;
const H = 66;
const SIXTH = W / 6;

/** Draws a bar of chocolate with `filled` sixths coloured, and the cuts that divide it. */
function bar(x: number, y: number, color: string, filled: number, shown: number, fine: number, coarse: number): string {
  const field = rect(x, y, W, H, PAPER, 6, `stroke="${BROWN}" stroke-width="3"`);
  const eaten = rect(x, y, filled * SIXTH * shown, H, color, 6);
  const gloss = times(Math.round(filled), (i) =>
    group(rect(5, 5, SIXTH - 10, H - 10, PAPER, 4, 'opacity="0.28"'), { x: x + i * SIXTH, y, opacity: fine }),
  );
  const cutAt = (i: number): string => line([x + i * SIXTH, y], [x + i * SIXTH, y + H], BROWN, 2.5);
  const coarseCuts = times(5, (i) => ((i + 1) % coarse === 0 ? cutAt(i + 1) : ''));
  const fineCuts = times(5, (i) =>
    (i + 1) % coarse === 0
      ? ''
      : line(
          [x + (i + 1) * SIXTH, y],
          [x + (i + 1) * SIXTH, y + H * fine],
          BROWN,
          2.5,
          `stroke-dasharray="${fine < 1 ? '6 5' : 'none'}" opacity="${roundCoordinate(Math.min(1, fine * 3))}"`,
        ),
  );
  return field + eaten + gloss + coarseCuts + fineCuts + rect(x, y, W, H, 'none', 6, `stroke="${BROWN}" stroke-width="3"`);
}

const face = (x: number, y: number, name: string, color: string, hair: string, shown: number): string =>
  group(
    circle(0, 0, 25, oklch(0.86, 0.06, 60)) +
      `<path d="M-25 -2A25 25 0 0 1 25 -2Q10 -12 -4 -12T-25 -2z" fill="${hair}"/>` +
      circle(-8, 2, 2.6, INK) +
      circle(8, 2, 2.6, INK) +
      `<path d="M-8 10Q0 17 8 10" fill="none" stroke="${INK}" stroke-width="2.4" stroke-linecap="round"/>` +
      text(0, 46, name, { size: 17, weight: 700, fill: color }),
    { x, y, opacity: shown, scale: lerp(0.7, 1, shown) },
  );

function pieces(at: Moment): string {
  const home = (i: number): Point => (i < 3 ? [124 + i * SIXTH, 82] : [124 + (i - 3) * SIXTH, 190]);
  return times(5, (i) => {
    const n = at.rise('summe', 0.4 + i * 0.35, 0.9);
    const [x, y] = home(i);
    const lift = Math.sin(n * Math.PI) * -16;
    const color = i < 3 ? MIA : BEN;
    return group(rect(1.5, 1.5, SIXTH - 3, H - 3, color, 5) + rect(6, 6, SIXTH - 12, H - 12, PAPER, 4, 'opacity="0.28"'), {
      x: lerp(x, 188 + i * SIXTH, n),
      y: lerp(y, 92, n) + lift,
    });
  });
}

function sumTable(at: Moment): string {
  const s = (d: number): number => at.rise('summe', d, 0.6);
  const hint = at.stay('nenner', 'merke');
  const row =
    fraction(190, 222, '3', '6', MIA_DARK, s(0.6)) +
    sign(250, 222, '+', s(1)) +
    fraction(310, 222, '2', '6', BEN_DARK, s(1.3)) +
    sign(370, 222, '=', s(2)) +
    fraction(430, 222, '5', '6', blue.deep, s(2.6));
  const ring = [190, 310, 430]
    .map(
      (x) =>
        `<rect x="${x - 27}" y="228" width="54" height="38" rx="10" fill="none" stroke="${blue.main}" stroke-width="3" opacity="${roundCoordinate(hint)}"/>`,
    )
    .join('');
  return row + ring + label(560, 247, 'bleibt gleich', hint, [462, 247]);
}

function rule(at: Moment): string {
  const c = blue;
  const n = (d: number): number => at.rise('merke', d, 0.7);
  const step = (y: number, nr: string, s: string, shown: number): string =>
    group(
      rect(0, 0, 440, 58, c.pale, 12) +
        circle(34, 29, 17, c.strong) +
        text(34, 35.5, nr, { size: 19, fill: c.pale, weight: 700 }) +
        text(66, 36, s, { size: 21, anchor: 'start', weight: 650 }),
      { x: 100 - 16 * (1 - shown), y, opacity: shown },
    );
  const rest = at.rise('ende', 0.2, 0.8);
  const restBar = group(
    bar(120, 0, MIA, 3, 1, 1, 3) +
      rect(120 + 3 * SIXTH, 1, 2 * SIXTH, H - 2, BEN) +
      line([120 + 4 * SIXTH, 0], [120 + 4 * SIXTH, H], BROWN, 2.5) +
      line([120 + 3 * SIXTH, 0], [120 + 3 * SIXTH, H], BROWN, 2.5) +
      times(2, (i) => rect(125 + (3 + i) * SIXTH, 5, SIXTH - 10, H - 10, PAPER, 4, 'opacity="0.28"')),
    { x: 30, y: 216, opacity: rest },
  );
  const left = group(fraction(0, 0, '1', '6', c.pale, 1, 30), { x: 470, y: 250, opacity: at.rise('ende', 2.2, 0.6) });
  return (
    rect(0, 0, 640, 360, c.deep) +
    circle(610, 20, 150 * ease(at.since('merke') / 1.2), c.strong) +
    step(68, '1', 'Brüche gleichnamig machen', n(0.5)) +
    step(138, '2', 'Nur die Zähler addieren', n(1.9)) +
    restBar +
    left
  );
}

export const fractionsFilm: Film = {
  key: 'brueche-addieren',
  title: 'Brüche addieren',
  subtitle: 'Ein Halb plus ein Drittel, mit Schokolade erklärt',
  text: 'Mia isst eine halbe Tafel, Ben ein Drittel. Wie viel ist das zusammen? Der Film zeigt, warum man verschieden große Stücke nicht zusammenzählen kann und wie gemeinsame Sechstel das Problem lösen.\n\nJeder Rechenschritt ist zugleich im Bild zu sehen: Die Stücke wandern, während die Zahlen entstehen.\n\nGeeignet für die Einführung und zum Wiederholen; das Arbeitsblatt enthält Aufgaben in drei Stufen mit Lösungen.',
  subjects: ['38001'],
  grades: ['A(5)', 'A(6)', 'A(7)'],
  keywords: ['Bruchrechnung', 'Addition', 'Hauptnenner', 'gleichnamig', 'Erweitern', 'Zähler', 'Nenner'],
  language: ['de'],
  producer: 'Rechenwerk Filme',
  year: 2025,
  subject: 'Mathematik',
  tones: blue,
  spoken: 'de',
  voice: { name: 'de', speed: 146, pitch: 46 },
  poster: ['erweitern', 4],
  materials: [
    {
      key: 'arbeitsblatt-brueche',
      path: 'arbeitsblatt-brueche/arbeitsblatt.pdf',
      label: 'Arbeitsblatt Brüche addieren',
      mime: 'application/pdf',
    },
  ],
  chapters: [
    {
      title: 'Zwei Brüche',
      lines: [
        { id: 'start', de: 'Mia isst eine halbe Tafel Schokolade.', en: 'Mia eats half a bar of chocolate.' },
        { id: 'ben', de: 'Ben isst ein Drittel einer gleich großen Tafel.', en: 'Ben eats a third of a bar of the same size.' },
        { id: 'frage', de: 'Wie viel haben beide zusammen gegessen?', en: 'How much have they eaten together?' },
      ],
    },
    {
      title: 'Gleich große Stücke',
      lines: [
        {
          id: 'ungleich',
          de: 'Die Stücke sind verschieden groß. So lassen sie sich nicht zusammenzählen.',
          en: 'The pieces differ in size. They cannot be added up like this.',
        },
        {
          id: 'teilen',
          de: 'Darum teilen wir beide Tafeln in sechs gleich große Stücke.',
          en: 'So we divide both bars into six equal pieces.',
        },
        {
          id: 'erweitern',
          de: 'Ein Halb sind drei Sechstel. Ein Drittel sind zwei Sechstel.',
          en: 'One half is three sixths. One third is two sixths.',
        },
      ],
    },
    {
      title: 'Zusammenzählen',
      lines: [
        {
          id: 'summe',
          de: 'Jetzt geht es: Drei Sechstel plus zwei Sechstel sind fünf Sechstel.',
          en: 'Now it works: three sixths plus two sixths are five sixths.',
        },
        {
          id: 'nenner',
          de: 'Der Nenner bleibt dabei gleich. Er sagt nur, wie groß die Stücke sind.',
          en: 'The denominator stays the same. It only says how big the pieces are.',
        },
      ],
    },
    {
      title: 'Merke',
      lines: [
        {
          id: 'merke',
          de: 'Merke: Erst die Brüche gleichnamig machen, dann die Zähler addieren.',
          en: 'Remember: first find a common denominator, then add the numerators.',
        },
        {
          id: 'ende',
          de: 'Und wie viel Schokolade bleibt übrig? Genau: ein Sechstel.',
          en: 'And how much chocolate is left? Exactly: one sixth.',
          rest: 0,
        },
      ],
    },
  ],
  draw(at) {
    const last = at.rise('merke', -0.4, 0.7);
    if (last >= 1) return rule(at);
    const adding = at.rise('summe', 0, 0.6);
    const fine = at.rise('teilen', 0.8, 1.6);
    const first = rect(0, 0, 640, 360, blue.pale) + circle(640, 360, 96, blue.soft);
    const board = group(
      face(70, 104, 'Mia', MIA_DARK, BROWN, at.rise('start', -0.4)) +
        bar(124, 82, MIA, 3, at.rise('start', 0.4, 1), fine, 3) +
        face(70, 212, 'Ben', BEN_DARK, oklch(0.7, 0.11, 75), at.rise('ben', -0.4)) +
        group(bar(124, 190, BEN, 2, at.rise('ben', 0.4, 1), fine, 2), { opacity: at.rise('ben', -0.3, 0.5) }),
      { opacity: 1 - adding },
    );
    const wide = at.rise('erweitern', 0, 0.4);
    const numbers = group(
      fraction(440, 112, '1', '2', MIA_DARK, at.rise('start', 1, 0.6)) +
        sign(500, 112, '=', wide) +
        fraction(556, 112, '3', '6', MIA_DARK, at.rise('erweitern', 0.5, 0.6)) +
        fraction(440, 220, '1', '3', BEN_DARK, at.rise('ben', 1, 0.6)) +
        sign(500, 220, '=', at.rise('erweitern', 2, 0.4)) +
        fraction(556, 220, '2', '6', BEN_DARK, at.rise('erweitern', 2.4, 0.6)),
      { opacity: 1 - adding },
    );
    const ask = at.stay('frage', 'ungleich');
    const asking = group(sign(440, 164, '+') + text(556, 190, '?', { size: 74, weight: 700, fill: blue.strong }), { opacity: ask });
    const no = at.stay('ungleich', 'teilen', 0.5);
    const unequal = group(label(190, 169, 'großes Stück', 1, [190, 128]) + label(168, 280, 'kleineres Stück', 1, [168, 238]), {
      opacity: no,
    });
    const target = group(
      rect(188, 92, W, H, PAPER, 6, `stroke="${BROWN}" stroke-width="3"`) +
        times(5, (i) => line([188 + (i + 1) * SIXTH, 92], [188 + (i + 1) * SIXTH, 92 + H], BROWN, 2.5)),
      { opacity: adding },
    );
    return (
      first +
      board +
      numbers +
      asking +
      unequal +
      target +
      (adding > 0 ? pieces(at) : '') +
      sumTable(at) +
      (last > 0 ? group(rule(at), { opacity: last }) : '')
    );
  },
};
