import {
  arrow,
  circle,
  ease,
  roundCoordinate,
  group,
  label,
  lerp,
  line,
  oklch,
  PAPER,
  path,
  rect,
  stroke,
  SUN,
  text,
  times,
  tones,
  type Point,
} from '../studio/draw.ts';
import type { Film, Moment } from '../studio/film.ts';

const slate = tones(245, 0.55);
const STONE = oklch(0.9, 0.02, 85);
const STONE_DARK = oklch(0.74, 0.03, 80);
const RED = oklch(0.6, 0.15, 25);
const GREEN = oklch(0.6, 0.12, 150);

const bill = (x: number, y: number, scale: number, stamps: number, turn = 0): string =>
  group(
    rect(-24, -32, 48, 64, PAPER, 4, `stroke="${slate.deep}" stroke-width="2"`) +
      text(0, -12, '§', { size: 22, weight: 700, fill: slate.strong }) +
      times(4, (i) => rect(-15, -2 + i * 7, i === 3 ? 18 : 30, 3, slate.soft, 1.5)) +
      times(stamps, (i) => circle(-12 + i * 12, 26, 5, [GREEN, GREEN, GREEN][i]!)),
    { x, y, scale, rotate: turn },
  );

function parliament(x: number, y: number, at: Moment): string {
  const dome =
    path('M-34 -62A34 34 0 0 1 34 -62z', oklch(0.82, 0.05, 230)) +
    times(5, (i) => stroke(`M${-22 + i * 11} -62Q${-15 + i * 7.5} -90 0 -96`, slate.main, 1.5));
  const flagWave = Math.sin(at.t * 3) * 2;
  const flag =
    line([0, -96], [0, -124], slate.deep, 2) +
    ['oklch(0.25 0.01 60)', RED, SUN]
      .map((c, i) => path(`M0 ${-124 + i * 5}q9 ${roundCoordinate(flagWave)} 22 0v5q-13 ${roundCoordinate(-flagWave)} -22 0z`, c))
      .join('');
  const house =
    rect(-92, -62, 184, 62, STONE) +
    rect(-98, -68, 196, 10, STONE_DARK, 2) +
    times(8, (i) => rect(-82 + i * 22, -48, 9, 48, STONE_DARK, 2)) +
    path('M-40 -68L0 -88L40 -68z', STONE) +
    rect(-104, 0, 208, 8, STONE_DARK);
  return group(dome + flag + house, { x, y });
}

/** Draws the plenary hall with `yes` raised hands. */
function hall(x: number, y: number, yes: number, shown: number): string {
  let n = 0;
  const seats: string[] = [];
  for (let row = 0; row < 4; row++) {
    const count = 9 + row * 4;
    for (let i = 0; i < count; i++) {
      const turn = Math.PI * (0.08 + (0.84 * i) / (count - 1));
      const r = 66 + row * 27;
      const px = x - r * 1.25 * Math.cos(turn);
      const py = y - r * Math.sin(turn);
      const agrees = (n * 7) % 60 < 36;
      const up = agrees ? ease(yes * 2.2 - ((n * 13) % 60) / 60) : 0;
      n++;
      seats.push(
        group(
          rect(-7, -3, 14, 12, up > 0 ? GREEN : slate.main, 5) +
            circle(0, -8, 5.5, oklch(0.85, 0.05, 60)) +
            (up > 0 ? line([8, 0], [9, -15 * up], GREEN, 4) : ''),
          { x: px, y: py },
        ),
      );
    }
  }
  return group(seats.join('') + rect(x - 36, y - 18, 72, 30, slate.deep, 6) + rect(x - 22, y - 28, 44, 12, slate.strong, 3), {
    opacity: shown,
  });
}

const people = (x: number, y: number, at: Moment): string =>
  times(5, (i) => {
    const hop = Math.abs(Math.sin(at.t * 2 + i * 1.3)) * 3;
    const shirt = [RED, SUN, GREEN, slate.strong, oklch(0.65, 0.12, 325)][i]!;
    return group(
      path('M-15 34V10A15 15 0 0 1 15 10V34z', shirt) +
        circle(0, -14, 12, [oklch(0.85, 0.05, 60), oklch(0.6, 0.07, 50), oklch(0.78, 0.07, 60)][i % 3]!) +
        path('M-12 -15A12 12 0 0 1 12 -15Q4 -20 -12 -15z', oklch(0.32, 0.04, 40 + i * 9)),
      { x: x + i * 36, y: y - hop + (i % 2) * 6 },
    );
  });

function idea(at: Moment): string {
  const u = at.rise('idee', 0.4, 1);
  const bulb = group(
    circle(0, 0, 34, PAPER, `stroke="${slate.main}" stroke-width="3"`) +
      circle(0, -3, 15, SUN) +
      rect(-6, 11, 12, 9, slate.deep, 2) +
      circle(-22, 38, 6, PAPER, `stroke="${slate.main}" stroke-width="3"`),
    { x: 250, y: 110, scale: u, opacity: u },
  );
  const who = ['Bundesregierung', 'Bundestag', 'Bundesrat'].map((name, i) => {
    const n = at.rise('entwurf', 0.5 + i * 0.6, 0.6);
    return group(rect(0, 0, 176, 40, slate.deep, 8) + text(88, 26, name, { size: 17, fill: PAPER }), {
      x: 420 + 14 * (1 - n),
      y: 82 + i * 52,
      opacity: n,
    });
  });
  const paper = at.rise('entwurf', 2.2, 0.7);
  return (
    rect(0, 0, 640, 360, slate.pale) +
    path('M0 270Q320 246 640 270V360H0z', slate.soft) +
    people(70, 230, at) +
    bulb +
    who.join('') +
    group(bill(340, 160, 1.2, 0, -4), { opacity: paper })
  );
}

function bundestag(at: Moment): string {
  const yes = at.rise('mehrheit', 0.3, 2.4);
  const names = ['Erste Lesung', 'Ausschuss', 'Zweite und dritte Lesung'];
  const ids = ['lesung', 'ausschuss', 'mehrheit'];
  const steps = names.map((name, i) => {
    const n = at.rise(ids[i]!, 0.2, 0.6);
    const w = [124, 106, 222][i]!;
    const x = [28, 166, 286][i]!;
    return group(
      rect(0, 0, w, 30, n > 0.5 ? slate.deep : slate.soft, 15) + text(w / 2, 20.5, name, { size: 16, fill: n > 0.5 ? PAPER : slate.deep }),
      { x: x + 40, y: 60, opacity: 0.35 + 0.65 * n },
    );
  });
  const table = at.stay('ausschuss', 'mehrheit', 0.2);
  const group8 = group(
    rect(-130, -74, 260, 150, PAPER, 16) +
      circle(0, 4, 40, STONE_DARK) +
      circle(0, 4, 34, STONE) +
      times(8, (i) =>
        circle(62 * Math.cos((i * Math.PI) / 4), 4 + 56 * Math.sin((i * Math.PI) / 4), 10, [slate.main, RED, GREEN, SUN][i % 4]!),
      ) +
      bill(0, 4, 0.62, 0, 6 * Math.sin(at.t * 1.4)),
    { x: 320, y: 208, opacity: table, scale: 0.9 + 0.1 * table },
  );
  const vote = label(320, 322, 'Mehrheit dafür', at.rise('mehrheit', 2.4), undefined, { fill: GREEN, ink: PAPER });
  return (
    rect(0, 0, 640, 360, slate.pale) +
    hall(320, 284, yes, at.rise('lesung', -0.3, 0.8) * (1 - table * 0.85)) +
    bill(320, 262, 0.5 * (1 - table), 0) +
    steps.join('') +
    group8 +
    vote
  );
}

const STATIONS: readonly [string, string][] = [
  ['Bundestag', 'beschließt'],
  ['Bundesrat', 'wirkt mit'],
  ['Bundespräsident', 'unterschreibt'],
  ['Bundesgesetzblatt', 'macht bekannt'],
];

function drawRoad(at: Moment): string {
  const ids = ['laender', 'laender', 'unterschrift', 'blatt'];
  const reach = [0, at.rise('laender', 0.6, 1.6), at.rise('unterschrift', 0.4, 1.4), at.rise('blatt', 0.4, 1.4)];
  const x = (i: number): number => 92 + i * 152;
  const where = reach[1]! + reach[2]! + reach[3]!;
  const at0: Point = [lerp(x(0), x(3), where / 3), 96 - 18 * Math.sin((where % 1) * Math.PI)];
  const houses = STATIONS.map(([name, does], i) => {
    const n = at.rise(ids[i]!, i === 0 ? -0.3 : 0.2, 0.7);
    const lit = where >= i - 0.05;
    return group(
      circle(0, 0, 31, lit ? slate.deep : slate.soft) +
        icon(i, lit ? PAPER : slate.main) +
        text(0, 58, name, { size: 16, weight: 700 }) +
        text(0, 79, does, { size: 16, weight: 500, fill: slate.deep }),
      { x: x(i), y: 188, opacity: 0.25 + 0.75 * n },
    );
  });
  const arrows = times(3, (i) => arrow([x(i) + 38, 188], [x(i + 1) - 38, 188], slate.strong, 5, reach[i + 1]!));
  const valid = at.rise('ende', 0.3);
  const seal = group(rect(-120, -22, 240, 44, GREEN, 22) + text(0, 8, 'Das Gesetz gilt', { size: 22, weight: 700, fill: PAPER }), {
    x: 320,
    y: 306,
    scale: 0.8 + 0.2 * valid,
    opacity: valid,
  });
  return (
    rect(0, 0, 640, 360, slate.pale) +
    arrows +
    houses.join('') +
    bill(at0[0], at0[1], 1.05, Math.floor(where + 0.05), 3 * Math.sin(at.t * 1.5)) +
    seal
  );
}

function icon(i: number, c: string): string {
  if (i === 0) return path('M-14 8V-2A14 12 0 0 1 14 -2V8z', c) + rect(-17, 9, 34, 5, c);
  if (i === 1) return times(4, (k) => rect(-15 + k * 8.4, -8, 4.5, 18, c)) + path('M-18 -10L0 -19L18 -10z', c) + rect(-18, 11, 36, 4, c);
  if (i === 2) return stroke('M-14 8C-8 -14 0 -14 -2 2S10 -8 14 -2', c, 3.4) + line([-16, 14], [16, 14], c, 2.6);
  return rect(-12, -16, 24, 32, c, 3) + times(3, (k) => rect(-8, -9 + k * 8, 16, 3, slate.strong));
}

export const lawMakingFilm: Film = {
  key: 'wie-ein-gesetz-entsteht',
  title: 'Wie ein Gesetz entsteht',
  subtitle: 'Von der Idee bis zum Bundesgesetzblatt',
  text: 'Wer darf ein Gesetz vorschlagen, wer stimmt ab, und ab wann gilt es? Der Film begleitet ein Blatt Papier mit dem Paragrafenzeichen durch alle Stationen der Bundesgesetzgebung.\n\nDer Weg ist vereinfacht: Vermittlungsausschuss und Einspruch kommen nicht vor und können im Unterricht ergänzt werden.\n\nGeeignet für den Einstieg in die Einheit „Gesetzgebung“ ab Klasse 8.',
  subjects: ['480020403'],
  grades: ['A(8)', 'A(9)', 'A(10)', 'BB'],
  keywords: ['Gesetzgebung', 'Bundestag', 'Bundesrat', 'Bundespräsident', 'Demokratie', 'Abstimmung', 'Grundgesetz'],
  language: ['de'],
  producer: 'Forum Politik Lernmedien',
  year: 2025,
  subject: 'Politik',
  tones: slate,
  spoken: 'de',
  voice: { name: 'de', speed: 147, pitch: 42 },
  poster: ['mehrheit', 3.6],
  chapters: [
    {
      title: 'Die Idee',
      lines: [
        { id: 'start', de: 'Gesetze regeln, wie wir zusammenleben.', en: 'Laws govern how we live together.' },
        { id: 'idee', de: 'Am Anfang steht eine Idee: Etwas soll sich ändern.', en: 'It begins with an idea: something should change.' },
        {
          id: 'entwurf',
          de: 'Einen Entwurf einbringen dürfen die Bundesregierung, der Bundesrat und Abgeordnete des Bundestags.',
          en: 'The federal government, the Bundesrat and members of the Bundestag may submit a draft.',
        },
      ],
    },
    {
      title: 'Im Bundestag',
      lines: [
        {
          id: 'lesung',
          de: 'In der ersten Lesung wird der Entwurf im Bundestag vorgestellt.',
          en: 'At the first reading the draft is presented in the Bundestag.',
        },
        { id: 'ausschuss', de: 'Dann prüfen ihn Fachleute in einem Ausschuss.', en: 'Then specialists examine it in a committee.' },
        {
          id: 'mehrheit',
          de: 'Nach der zweiten und dritten Lesung wird abgestimmt. Die Mehrheit entscheidet.',
          en: 'After the second and third reading there is a vote. The majority decides.',
        },
      ],
    },
    {
      title: 'Bis das Gesetz gilt',
      lines: [
        {
          id: 'laender',
          de: 'Nun ist der Bundesrat an der Reihe. In ihm wirken die Länder mit.',
          en: 'Now it is the turn of the Bundesrat. There the federal states take part.',
        },
        {
          id: 'unterschrift',
          de: 'Danach unterschreibt der Bundespräsident oder die Bundespräsidentin.',
          en: 'After that the Federal President signs the law.',
        },
        { id: 'blatt', de: 'Das Gesetz wird im Bundesgesetzblatt verkündet.', en: 'The law is published in the Federal Law Gazette.' },
        { id: 'ende', de: 'Erst jetzt kann es in Kraft treten.', en: 'Only now can it come into force.', rest: 0 },
      ],
    },
  ],
  draw(at) {
    const one = at.rise('idee', -0.4, 0.7);
    const two = at.rise('lesung', -0.4, 0.7);
    const three = at.rise('laender', -0.4, 0.7);
    const open =
      rect(0, 0, 640, 360, oklch(0.92, 0.035, 230)) +
      path('M0 268Q320 250 640 268V360H0z', oklch(0.75, 0.1, 140)) +
      group(parliament(0, 0, at), { x: 320, y: 266, scale: 1.5 });
    let out = one < 1 ? open : '';
    if (one > 0 && two < 1) out += group(idea(at), { opacity: one });
    if (two > 0 && three < 1) out += group(bundestag(at), { opacity: two });
    if (three > 0) out += group(drawRoad(at), { opacity: three });
    return out;
  },
};
