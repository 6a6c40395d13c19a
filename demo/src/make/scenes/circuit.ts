import { circle, ease, roundCoordinate, group, INK, label, line, oklch, PAPER, rect, text, type Point } from '../studio/draw.ts';
import type { Film, Moment } from '../studio/film.ts';
import { battery, contact, electrons, lamp, violet, wire } from './circuit-parts.ts';

const LOOP: readonly Point[] = [
  [258, 270],
  [140, 270],
  [140, 130],
  [500, 130],
  [500, 270],
  [390, 270],
  [258, 270],
];

function simple(at: Moment): string {
  const closed = at.rise('zu', 0.3, 0.7);
  const on = at.rise('zu', 1, 0.5);
  const moving = at.rise('zu', 0.9, 0.6);
  const parts = at.rise('draht', 0, 1);
  const wires =
    wire(
      [
        [258, 270],
        [140, 270],
        [140, 130],
        [206, 130],
      ],
      parts,
    ) +
    wire(
      [
        [266, 130],
        [500, 130],
        [500, 270],
        [390, 270],
      ],
      parts,
    );
  const still = electrons(
    { ...at, t: 2 + Math.max(0, at.since('zu') - 1) * 1 },
    LOOP,
    26,
    0.05,
    Math.max(at.rise('elektronen', 0, 0.8), moving * at.rise('elektronen', 0, 0.8)),
    closed < 0.95 ? [212, 262] : undefined,
  );
  const names =
    label(320, 226, 'Batterie', at.stay('batterie', 'zu', 0.2)) +
    label(520, 86, 'Lampe', at.stay('lampe', 'zu', 0.2), [426, 94]) +
    label(256, 176, 'Schalter', at.stay('draht', 'zu', 1), [240, 134]) +
    label(70, 210, 'Draht', at.stay('draht', 'zu', 0.4), [138, 210]) +
    label(410, 190, 'Elektronen', at.stay('elektronen', 'leuchtet', 0.6), [490, 176]);
  const lampSide = group(lamp(0, 0, on), { x: 400, y: 122, scale: 1.1, opacity: at.rise('lampe', -0.2, 0.7) });
  const flow = group(text(0, 0, 'Der Kreis ist geschlossen', { size: 21, weight: 700, fill: violet.deep }), {
    x: 320,
    y: 212,
    opacity: at.stay('leuchtet', 'reihe', 0.5),
  });
  return (
    wires +
    still +
    battery(320, 270, at.rise('batterie', -0.2, 0.7)) +
    group(contact(236, 130, closed), { opacity: parts }) +
    lampSide +
    names +
    flow
  );
}

const card = (x: number, title: string, content: string, shown: number): string =>
  group(rect(0, 0, 288, 250, PAPER, 14) + text(144, 34, title, { size: 20, weight: 700, fill: violet.deep }) + content, {
    x,
    y: 58 + 14 * (1 - shown),
    opacity: shown,
  });

function compare(at: Moment): string {
  const a = at.rise('reihe', 0.2);
  const b = at.rise('parallel', 0.2);
  const out = at.rise('kaputt', 0.6, 0.4);
  const rowLoop: readonly Point[] = [
    [100, 212],
    [40, 212],
    [40, 110],
    [248, 110],
    [248, 212],
    [100, 212],
  ];
  const row =
    wire([
      [92, 212],
      [40, 212],
      [40, 110],
      [78, 110],
    ]) +
    wire([
      [106, 110],
      [184, 110],
    ]) +
    wire([
      [212, 110],
      [248, 110],
      [248, 212],
      [198, 212],
    ]) +
    electrons(at, rowLoop, 12, 0.05, a * (1 - out)) +
    lamp(92, 104, 0.38 * a * (1 - out), 0.82) +
    lamp(198, 104, 0.38 * a * (1 - out), 0.82) +
    group(battery(0, 0), { x: 144, y: 212, scale: 0.85 });
  const left: readonly Point[] = [
    [100, 212],
    [36, 212],
    [36, 92],
    [252, 92],
    [252, 212],
    [100, 212],
  ];
  const inner: readonly Point[] = [
    [100, 212],
    [36, 212],
    [36, 164],
    [252, 164],
    [252, 212],
    [100, 212],
  ];
  const side =
    wire([
      [92, 212],
      [36, 212],
      [36, 92],
      [130, 92],
    ]) +
    wire([
      [158, 92],
      [252, 92],
      [252, 212],
      [198, 212],
    ]) +
    wire([
      [36, 164],
      [130, 164],
    ]) +
    wire([
      [158, 164],
      [252, 164],
    ]) +
    electrons(at, left, 11, 0.09, b * (1 - out)) +
    electrons(at, inner, 9, 0.11, b) +
    lamp(144, 86, b * (1 - out), 0.66) +
    lamp(144, 158, b, 0.66) +
    group(battery(0, 0), { x: 144, y: 212, scale: 0.85 });
  const cross = (x: number, y: number): string =>
    group(line([-13, -13], [13, 13], oklch(0.55, 0.2, 27), 6) + line([13, -13], [-13, 13], oklch(0.55, 0.2, 27), 6), {
      x,
      y,
      opacity: out,
    });
  return (
    rect(0, 0, 640, 360, violet.deep) +
    circle(0, 360, 260, violet.night) +
    card(22, 'Reihenschaltung', row + cross(92, 86), a) +
    card(330, 'Parallelschaltung', side + cross(144, 72), b)
  );
}

export const circuitFilm: Film = {
  key: 'stromkreis',
  title: 'Der einfache Stromkreis',
  subtitle: 'Batterie, Lampe, Schalter: wann das Licht angeht',
  text: 'Vier Dinge genügen, damit eine Lampe leuchtet. Der Film baut den Stromkreis vor den Augen der Klasse auf, schließt den Schalter und zeigt die Elektronen in Bewegung.\n\nIm dritten Kapitel stehen Reihen- und Parallelschaltung nebeneinander: Was geschieht, wenn eine Lampe ausfällt?\n\nDazu passt das interaktive Stromkreis-Labor, in dem Lernende selbst schalten.',
  subjects: ['46005'],
  grades: ['A(4)', 'A(5)', 'A(6)', 'A(7)', 'A(8)'],
  keywords: ['Stromkreis', 'Elektrizität', 'Reihenschaltung', 'Parallelschaltung', 'Batterie', 'Schalter', 'Elektronen'],
  language: ['de'],
  producer: 'Funkenflug Studio',
  year: 2025,
  subject: 'Physik',
  tones: violet,
  spoken: 'de',
  voice: { name: 'de+m3', speed: 146, pitch: 44 },
  poster: ['leuchtet', 2.4],
  materials: [
    {
      key: 'arbeitsblatt-stromkreis',
      path: 'arbeitsblatt-stromkreis/arbeitsblatt.pdf',
      label: 'Arbeitsblatt Stromkreis',
      mime: 'application/pdf',
    },
  ],
  chapters: [
    {
      title: 'Die Bauteile',
      lines: [
        { id: 'batterie', de: 'Eine Batterie hat zwei Pole: Plus und Minus.', en: 'A battery has two poles: plus and minus.' },
        { id: 'lampe', de: 'Die Lampe hat zwei Anschlüsse.', en: 'The lamp has two terminals.' },
        {
          id: 'draht',
          de: 'Drähte verbinden alles, und ein Schalter öffnet und schließt den Weg.',
          en: 'Wires connect everything, and a switch opens and closes the path.',
        },
      ],
    },
    {
      title: 'Schalter zu, Licht an',
      lines: [
        {
          id: 'elektronen',
          de: 'In den Drähten sind überall winzige Teilchen: die Elektronen.',
          en: 'Everywhere in the wires there are tiny particles: electrons.',
        },
        {
          id: 'zu',
          de: 'Ist der Schalter geschlossen, bewegen sie sich im Kreis.',
          en: 'When the switch is closed, they move round the circuit.',
        },
        { id: 'leuchtet', de: 'Jetzt fließt Strom, und die Lampe leuchtet.', en: 'Now a current flows, and the lamp lights up.' },
      ],
    },
    {
      title: 'Zwei Lampen',
      lines: [
        {
          id: 'reihe',
          de: 'Zwei Lampen hintereinander: Sie teilen sich die Spannung und leuchten schwächer.',
          en: 'Two lamps in series: they share the voltage and glow more weakly.',
        },
        {
          id: 'parallel',
          de: 'Zwei Lampen nebeneinander: Jede hat ihren eigenen Kreis und leuchtet hell.',
          en: 'Two lamps in parallel: each has its own circuit and shines brightly.',
        },
        {
          id: 'kaputt',
          de: 'Fällt eine Lampe aus, geht links alles aus. Rechts leuchtet die andere weiter.',
          en: 'If one lamp fails, everything goes out on the left. On the right the other one keeps shining.',
          rest: 0,
        },
      ],
    },
  ],
  draw(at) {
    const next = at.rise('reihe', -0.4, 0.7);
    if (next >= 1) return compare(at);
    return (
      rect(0, 0, 640, 360, violet.pale) +
      rect(60, 60, 520, 250, oklch(0.97, 0.015, 300), 20, `opacity="${roundCoordinate(ease(1))}"`) +
      `<g stroke="${INK}" stroke-width="0">${simple(at)}</g>` +
      (next > 0 ? group(compare(at), { opacity: next }) : '')
    );
  },
};
