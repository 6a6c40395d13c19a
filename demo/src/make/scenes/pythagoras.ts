import {
  roundCoordinate,
  group,
  INK,
  label,
  lerp,
  line,
  oklch,
  PAPER,
  poly,
  rect,
  text,
  times,
  tones,
  type Point,
} from '../studio/draw.ts';
import type { Film, Moment } from '../studio/film.ts';

const blue = tones(256, 1.05);
const A = oklch(0.72, 0.13, 30);
const B = oklch(0.76, 0.11, 190);
const C = oklch(0.82, 0.12, 85);
const U = 26;

/** Corner with the right angle of the triangle, whose legs are 3 and 4 units long. */
const CORNER: Point = [290, 196];
const TOP: Point = [290, 196 - 3 * U];
const RIGHT: Point = [290 + 4 * U, 196];

function grid(x: number, y: number, n: number, fill: string, shown: number, counted: number): string {
  return times(n * n, (i) => {
    const px = x + (i % n) * U;
    const py = y + Math.floor(i / n) * U;
    return rect(px + 1, py + 1, U - 2, U - 2, fill, 2, `opacity="${roundCoordinate(shown * (i < counted * n * n ? 1 : 0.45))}"`);
  });
}

function onHypotenuse(fill: string, shown: number, counted: number): string {
  const turn = (Math.atan2(3, 4) * 180) / Math.PI;
  return `<g transform="translate(${TOP[0]} ${TOP[1]}) rotate(${roundCoordinate(turn)})">${grid(0, -5 * U, 5, fill, shown, counted)}</g>`;
}

function triangle(at: Moment): string {
  const a = at.rise('quadrate', 0.6, 0.8);
  const b = at.rise('quadrate', 1.4, 0.8);
  const c = at.rise('quadrate', 2.4, 0.8);
  const body = poly([TOP, CORNER, RIGHT], blue.strong, `stroke="${PAPER}" stroke-width="2"`);
  const corner =
    line([CORNER[0], CORNER[1] - 16], [CORNER[0] + 16, CORNER[1] - 16], PAPER, 2.5) +
    line([CORNER[0] + 16, CORNER[1] - 16], [CORNER[0] + 16, CORNER[1]], PAPER, 2.5);
  const count = (id: string, delay: number): number => at.rise(id, delay, 1.4);
  const squares =
    grid(CORNER[0] - 3 * U, CORNER[1] - 3 * U, 3, A, a, count('zaehlen', 0)) +
    grid(CORNER[0], CORNER[1], 4, B, b, count('zaehlen', 1.6)) +
    onHypotenuse(C, c, count('hypo', 0.2));
  const big = (x: number, y: number, s: string, shown: number): string =>
    text(x, y, s, { size: 38, weight: 700, more: `opacity="${roundCoordinate(shown)}"` });
  const numbers =
    big(CORNER[0] - 39, CORNER[1] - 27, '9', at.rise('zaehlen', 0.8)) +
    big(CORNER[0] + 52, CORNER[1] + 65, '16', at.rise('zaehlen', 2.4)) +
    big(381, 104, '25', at.rise('hypo', 1.2));
  const sides =
    group(text(0, 0, 'a', { size: 20, weight: 700, fill: PAPER }), { x: CORNER[0] + 13, y: CORNER[1] - 36, opacity: at.rise('start', 1) }) +
    group(text(0, 0, 'b', { size: 20, weight: 700, fill: PAPER }), { x: CORNER[0] + 58, y: CORNER[1] - 6, opacity: at.rise('start', 1) });
  const names =
    label(190, 160, 'Kathete', at.stay('start', 'quadrate', 1.2), [290, 160]) +
    label(372, 250, 'Kathete', at.stay('start', 'quadrate', 1.6), [342, 197]) +
    label(440, 110, 'Hypotenuse', at.stay('lang', 'quadrate', 0.4), [344, 158]) +
    label(180, 246, 'rechter Winkel', at.stay('start', 'lang', 0.3), [298, 188]);
  const sum = at.rise('hypo', 2.2);
  const equation = group(rect(0, 0, 148, 46, blue.deep, 10) + text(74, 31, '9 + 16 = 25', { size: 22, fill: blue.pale, weight: 700 }), {
    x: 52,
    y: 226,
    opacity: sum,
  });
  const zoom = 1.35 - 0.35 * at.rise('quadrate', 0, 1);
  return (
    group(squares + body + corner + sides + numbers + names, { x: lerp(0, -240, zoom - 1), y: lerp(0, -120, zoom - 1), scale: zoom }) +
    equation
  );
}

/** Draws the proof of the theorem: four equal triangles in two arrangements within the same square. */
function proof(at: Moment): string {
  const S = 210;
  const x0 = 215;
  const y0 = 76;
  const a = 80;
  const b = S - a;
  const n = (d: number): number => at.rise('umlegen', d, 1.3);
  const tri = (p: Point, q: Point, r: Point, dx: number, dy: number): string =>
    poly(
      [p, q, r].map((t): Point => [x0 + t[0] + dx, y0 + t[1] + dy]),
      blue.strong,
      `stroke="${PAPER}" stroke-width="2" stroke-linejoin="round"`,
    );
  const one = n(0.4);
  const two = n(1.6);
  const three = n(2.8);
  const shown = at.rise('beweis', 0.3);
  const field = rect(x0, y0, S, S, C, 0);
  const moved = Math.min(one, two, three);
  const both = group(rect(x0, y0 + a, b, b, B) + rect(x0 + b, y0, a, a, A), { opacity: moved });
  const pieces =
    tri([0, 0], [a, 0], [0, b], lerp(0, b, one), lerp(0, a, one)) +
    tri([a, 0], [S, 0], [S, a], lerp(0, -a, two), 0) +
    tri([S, a], [S, S], [b, S], 0, 0) +
    tri([0, b], [0, S], [b, S], 0, lerp(0, -b, three));
  const names =
    group(text(x0 + S / 2, y0 + S / 2 + 13, 'c²', { size: 38, weight: 700 }), { opacity: shown * (1 - one) }) +
    group(
      text(x0 + b / 2, y0 + a + b / 2 + 13, 'b²', { size: 38, weight: 700 }) +
        text(x0 + b + a / 2, y0 + a / 2 + 12, 'a²', { size: 32, weight: 700 }),
      { opacity: moved },
    );
  return (
    rect(0, 0, 640, 360, blue.pale) +
    group(field + both + pieces + names + rect(x0, y0, S, S, 'none', 0, `stroke="${INK}" stroke-width="3"`), { opacity: shown })
  );
}

function law(at: Moment): string {
  const n = (d: number): number => at.rise('satz', d, 0.7);
  const tile = (x: number, s: string, fill: string, shown: number): string =>
    group(rect(-58, -58, 116, 116, fill, 10) + text(0, 19, s, { size: 52, weight: 700 }), {
      x,
      y: 170,
      opacity: shown,
      scale: 0.8 + 0.2 * shown,
    });
  const sign = (x: number, s: string, shown: number): string =>
    group(text(0, 15, s, { size: 44, weight: 700, fill: blue.pale }), { x, y: 170, opacity: shown });
  return (
    rect(0, 0, 640, 360, blue.deep) +
    tile(130, 'a²', A, n(0.4)) +
    sign(226, '+', n(0.9)) +
    tile(322, 'b²', B, n(1.2)) +
    sign(418, '=', n(1.8)) +
    tile(514, 'c²', C, n(2.2)) +
    group(text(0, 0, 'Nur im rechtwinkligen Dreieck!', { size: 22, fill: blue.pale }), { x: 320, y: 286, opacity: at.rise('ende', 0.4) })
  );
}

export const pythagoras: Film = {
  key: 'satz-des-pythagoras',
  title: 'Der Satz des Pythagoras',
  subtitle: 'Zählen, umlegen, verstehen',
  text: 'Neun Kästchen und sechzehn Kästchen sind fünfundzwanzig Kästchen. Der Film beginnt mit dem Dreieck aus drei, vier und fünf und zählt die Quadrate über den Seiten aus.\n\nDann folgt der Beweis ohne Rechnung: Vier gleiche Dreiecke werden im selben großen Quadrat umgelegt, und aus einem Quadrat werden zwei.\n\nDer Zerlegungsbeweis lässt sich mit Papier und Schere nachmachen.',
  subjects: ['38003'],
  grades: ['A(8)', 'A(9)', 'A(10)'],
  keywords: ['Pythagoras', 'rechtwinkliges Dreieck', 'Hypotenuse', 'Kathete', 'Beweis', 'Quadrat'],
  language: ['de'],
  producer: 'Rechenwerk Filme',
  year: 2024,
  subject: 'Mathematik',
  tones: blue,
  spoken: 'de',
  voice: { name: 'de+m3', speed: 146, pitch: 42 },
  poster: ['hypo', 2.2],
  chapters: [
    {
      title: 'Das Dreieck',
      lines: [
        {
          id: 'start',
          de: 'Dieses Dreieck hat einen rechten Winkel. Die Seiten daran heißen Katheten.',
          en: 'This triangle has a right angle. The sides next to it are called legs.',
        },
        { id: 'lang', de: 'Die lange Seite gegenüber ist die Hypotenuse.', en: 'The long side opposite is the hypotenuse.' },
      ],
    },
    {
      title: 'Quadrate zählen',
      lines: [
        { id: 'quadrate', de: 'Über jede Seite zeichnen wir ein Quadrat.', en: 'On every side we draw a square.' },
        { id: 'zaehlen', de: 'Das erste hat neun Kästchen, das zweite sechzehn.', en: 'The first has nine boxes, the second sixteen.' },
        {
          id: 'hypo',
          de: 'Das große hat fünfundzwanzig: genau so viele wie die beiden kleinen zusammen!',
          en: 'The large one has twenty-five: exactly as many as the two small ones together!',
        },
      ],
    },
    {
      title: 'Warum das immer stimmt',
      lines: [
        {
          id: 'beweis',
          de: 'Ist das Zufall? Vier gleiche Dreiecke liegen um das Quadrat über der Hypotenuse.',
          en: 'Is that a coincidence? Four equal triangles lie around the square on the hypotenuse.',
        },
        {
          id: 'umlegen',
          de: 'Wir schieben die Dreiecke zusammen. Nun bleiben die beiden anderen Quadrate frei.',
          en: 'We push the triangles together. Now the two other squares remain free.',
        },
      ],
    },
    {
      title: 'Der Satz',
      lines: [
        {
          id: 'satz',
          de: 'Also gilt: a Quadrat plus b Quadrat gleich c Quadrat.',
          en: 'So: a squared plus b squared equals c squared.',
          say: 'Also gilt: A Quadrat, plus B Quadrat, gleich C Quadrat.',
        },
        { id: 'ende', de: 'Aber Vorsicht: nur im rechtwinkligen Dreieck.', en: 'But take care: only in a right-angled triangle.', rest: 0 },
      ],
    },
  ],
  draw(at) {
    const two = at.rise('beweis', -0.4, 0.7);
    const three = at.rise('satz', -0.4, 0.7);
    const first = two < 1 ? rect(0, 0, 640, 360, blue.pale) + triangle(at) : '';
    const second = two > 0 && three < 1 ? group(proof(at), { opacity: two }) : '';
    return first + second + (three > 0 ? group(law(at), { opacity: three }) : '');
  },
};
