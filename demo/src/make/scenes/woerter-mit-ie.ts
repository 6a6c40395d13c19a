import {
  circle,
  ease,
  ellipse,
  roundCoordinate,
  group,
  INK,
  lerp,
  line,
  oklch,
  PAPER,
  path,
  rect,
  scatter,
  stroke,
  SUN,
  times,
  tones,
  widthOf,
} from '../studio/draw.ts';
import type { Film, Moment } from '../studio/film.ts';

const coral = tones(22, 1.05);
const RED = oklch(0.58, 0.19, 25);
const GREEN = oklch(0.69, 0.13, 140);

/** Draws a word centred on x, with the letters of its long i in red. */
function word(x: number, y: number, s: string, size: number, shown: number): string {
  const [before = '', sound = '', after = ''] = s.split('|');
  const span = (part: string, red: boolean): string => `<tspan${red ? ` fill="${RED}"` : ''}>${part}</tspan>`;
  return group(
    `<text font-size="${size}" font-weight="700" fill="${INK}" text-anchor="middle">${span(before, false)}${span(sound, true)}${span(after, false)}</text>`,
    { x, y: y + 10 * (1 - shown), opacity: shown },
  );
}

const plate = (x: number, y: number, s: string, shown: number, size = 34): string => {
  const w = widthOf(s.replaceAll('|', ''), size) + 44;
  return group(rect(-w / 2, -size * 0.95, w, size * 1.5, PAPER, 14), { x, y, opacity: shown }) + word(x, y + size * 0.12, s, size, shown);
};

function bee(at: Moment, x: number, y: number, size = 1): string {
  const flap = Math.sin(at.t * 34);
  const wing = (turn: number): string =>
    group(ellipse(0, -18, 9, 19, 'oklch(0.97 0.015 230)', 'opacity="0.92" stroke="oklch(0.7 0.05 230)" stroke-width="1.5"'), {
      x: -2,
      y: -12,
      rotate: turn + flap * 16,
    });
  const body = `<clipPath id="bee"><ellipse rx="30" ry="20"/></clipPath><g clip-path="url(#bee)">${rect(-30, -20, 60, 40, SUN)}${times(3, (i) => rect(-20 + i * 18, -20, 8, 40, 'oklch(0.3 0.04 60)'))}</g>`;
  const head =
    circle(33, -2, 14, 'oklch(0.36 0.04 60)') +
    circle(38, -5, 3.4, PAPER) +
    stroke('M36 4q5 3 8 -1', PAPER, 2) +
    stroke('M36 -14q4 -12 12 -12M30 -15q0 -12 7 -15', 'oklch(0.36 0.04 60)', 2.5);
  return group(wing(-24) + wing(16) + body + head, { x, y: y + Math.sin(at.t * 3) * 7, scale: size, rotate: Math.sin(at.t * 2) * 4 });
}

function meadow(at: Moment): string {
  const flowers = times(16, (i) => {
    const x = 20 + i * 40 + scatter(i) * 22;
    const y = 306 + scatter(i, 1) * 30;
    const tint = [coral.main, SUN, 'oklch(0.75 0.13 330)', PAPER][i % 4]!;
    return group(
      stroke('M0 0V-22', 'oklch(0.5 0.12 145)', 3) +
        times(5, (k) => group(circle(0, -7, 5, tint), { y: -24, rotate: k * 72 })) +
        circle(0, -24, 4, 'oklch(0.62 0.13 60)'),
      { x, y, rotate: Math.sin(at.t * 1.3 + i) * 5 },
    );
  });
  return path('M0 286Q160 262 320 280T640 274V360H0z', GREEN) + flowers;
}

function opening(at: Moment): string {
  const fly = ease(at.since('start') / 3);
  const x = lerp(-60, 320, fly);
  const y = 118 - 40 * Math.sin(fly * Math.PI);
  const trail = stroke(
    `M0 190Q160 ${roundCoordinate(60)} ${roundCoordinate(x - 40)} ${roundCoordinate(y + 14)}`,
    coral.main,
    2.5,
    'stroke-dasharray="2 9"',
  );
  const show = at.rise('biene', 0, 0.7);
  const long = at.rise('lang', 0.3, 0.9);
  const beam = group(line([284, 262], [284 + 42 * long, 262], RED, 6), { opacity: long });
  return (
    rect(0, 0, 640, 360, coral.pale) +
    meadow(at) +
    group(trail, { opacity: 1 - show }) +
    bee(at, x, y, 1.25) +
    plate(320, 222, 'B|ie|ne', show, 54) +
    beam
  );
}

const LONG: readonly [string, number, number][] = [
  ['W|ie|se', 150, 130],
  ['L|ie|be', 330, 110],
  ['sp|ie|len', 500, 140],
  ['v|ie|le', 190, 214],
  ['s|ie|ben', 350, 204],
  ['Br|ie|f', 510, 224],
];

function list(at: Moment): string {
  const near = Math.floor(Math.max(0, at.since('liste') - 0.4) / 0.9);
  const shown = (i: number): number => at.rise('liste', 0.4 + i * 0.9, 0.5);
  const target = LONG[Math.min(5, near)]!;
  const before = LONG[Math.max(0, Math.min(5, near - 1))]!;
  const u = ease(((at.since('liste') - 0.4) % 0.9) / 0.5);
  const go = near > 5 ? 1 : u;
  return (
    rect(0, 0, 640, 360, coral.pale) +
    meadow(at) +
    LONG.map(([s, x, y], i) => plate(x, y, s, shown(i))).join('') +
    bee(at, lerp(before[1], target[1], go) - 40, lerp(before[2], target[2], go) - 44, 0.6)
  );
}

function pairs(at: Moment): string {
  const column = (x: number, title: string, words: readonly string[], id: string, tint: string, long: boolean): string => {
    const shown = at.rise(id, 0, 0.6);
    const mark = long ? line([-30, 0], [30, 0], RED, 6) : circle(0, 0, 5.5, RED);
    const inner =
      rect(-134, 0, 268, 226, tint, 16) +
      `<text y="36" font-size="21" font-weight="700" text-anchor="middle" fill="${INK}">${title}</text>` +
      group(mark, { y: 56 });
    return (
      group(inner, { x, y: 62, opacity: shown }) +
      words.map((s, i) => word(x, 160 + i * 50, s, 34, at.rise(id, 0.6 + i * 0.7, 0.5))).join('')
    );
  };
  return (
    rect(0, 0, 640, 360, coral.pale) +
    circle(640, 0, 96, coral.soft) +
    column(176, 'langes i', ['M|ie|te', 'St|ie|l', 'R|ie|se'], 'miete', PAPER, true) +
    column(464, 'kurzes i', ['M|i|tte', 'st|i|ll', 'R|i|sse'], 'mitte', coral.soft, false)
  );
}

function exceptions(at: Moment): string {
  const c = coral;
  const words = ['|I|gel', 'T|i|ger', 'K|i|no', 'B|i|ber'];
  const tiles = words.map((s, i) => plate(200 + (i % 2) * 240, 124 + Math.floor(i / 2) * 84, s, at.rise('merk', 0.8 + i * 0.7, 0.5), 36));
  const rule = at.rise('ende', 0.2, 0.7);
  const bar = group(
    rect(-236, -27, 472, 54, SUN, 27) +
      `<text y="8" font-size="23" font-weight="700" text-anchor="middle" fill="${INK}">Langes i? Meistens ie!</text>`,
    { x: 320, y: 280, opacity: rule, scale: 0.9 + 0.1 * rule },
  );
  return rect(0, 0, 640, 360, c.deep) + circle(0, 0, 190, c.strong) + tiles.join('') + bar + bee(at, 566, 66, 0.8);
}

export const wordsWithIeFilm: Film = {
  key: 'woerter-mit-ie',
  title: 'Wörter mit ie',
  subtitle: 'Eine Biene erklärt das lange i',
  text: 'Biene, Wiese, Liebe: Wo ein langes i zu hören ist, steht meistens ie. Eine Biene fliegt von Wort zu Wort und zeigt, worauf man beim Hören achtet.\n\nDer Film stellt langes und kurzes i gegenüber, etwa in „Miete“ und „Mitte“, und nennt am Ende einige Merkwörter mit einfachem i.\n\nGeeignet ab Klasse 2, auch für Deutsch als Zweitsprache.',
  subjects: ['2800103', '12006'],
  grades: ['A(2)', 'A(3)', 'A(4)'],
  keywords: ['Rechtschreibung', 'langes i', 'ie', 'Grundschule', 'Merkwörter', 'Vokallänge'],
  language: ['de'],
  producer: 'Buchstabenwiese Verlag',
  year: 2025,
  subject: 'Deutsch',
  tones: coral,
  spoken: 'de',
  voice: { name: 'de', speed: 132, pitch: 52 },
  poster: ['lang', 2],
  chapters: [
    {
      title: 'Die Biene und das lange i',
      lines: [
        { id: 'start', de: 'Summ, summ! Wer fliegt denn da?', en: 'Buzz, buzz! Who is flying there?' },
        { id: 'biene', de: 'Das ist die Biene.', en: 'It is the bee, in German: Biene.' },
        {
          id: 'lang',
          de: 'Hör genau hin: Das i in Biene klingt lang. Darum schreiben wir ie.',
          en: 'Listen closely: the i in Biene sounds long. That is why we write ie.',
          say: 'Hör genau hin: Das Ih in Biene klingt lang. Darum schreiben wir: I E.',
        },
        {
          id: 'liste',
          de: 'So auch in Wiese, Liebe, spielen, viele, sieben und Brief.',
          en: 'So it is in Wiese, Liebe, spielen, viele, sieben and Brief.',
        },
      ],
    },
    {
      title: 'Lang oder kurz?',
      lines: [
        { id: 'miete', de: 'Lang klingt es in Miete, Stiel und Riese.', en: 'It sounds long in Miete, Stiel and Riese.' },
        {
          id: 'mitte',
          de: 'Kurz klingt es in Mitte, still und Risse. Hier steht nur ein i.',
          en: 'It sounds short in Mitte, still and Risse. Here there is only an i.',
          say: 'Kurz klingt es in Mitte, still, und Risse. Hier steht nur ein Ih.',
        },
      ],
    },
    {
      title: 'Merkwörter',
      lines: [
        {
          id: 'merk',
          de: 'Ein paar Wörter musst du dir merken: Igel, Tiger, Kino und Biber haben kein ie.',
          en: 'A few words you have to remember: Igel, Tiger, Kino and Biber have no ie.',
          say: 'Ein paar Wörter musst du dir merken: Igel, Tiger, Kino und Biber haben kein I E.',
        },
        {
          id: 'ende',
          de: 'Sonst gilt: langes i, meistens ie!',
          en: 'Otherwise: a long i is mostly written ie!',
          say: 'Sonst gilt: langes Ih, meistens I E!',
          rest: 0,
        },
      ],
    },
  ],
  draw(at) {
    const steps: [string, (m: Moment) => string][] = [
      ['liste', list],
      ['miete', pairs],
      ['merk', exceptions],
    ];
    let out = at.rise('liste', -0.4, 0.6) < 1 ? opening(at) : '';
    steps.forEach(([id, draw], i) => {
      const shown = at.rise(id, -0.4, 0.6);
      const next = steps[i + 1];
      if (shown > 0 && !(next && at.rise(next[0], -0.4, 0.6) >= 1)) out += group(draw(at), { opacity: shown });
    });
    return out;
  },
};
