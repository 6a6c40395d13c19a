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
  path,
  rect,
  scatter,
  stroke,
  text,
  times,
} from '../studio/draw.ts';
import type { Film, Moment } from '../studio/film.ts';
import { violet, AIR, drum, particles, single, ear, wave } from './sound-parts.ts';

type Words = {
  drum: string;
  air: string;
  ear: string;
  dense: string;
  thin: string;
  one: string;
  high: string;
  low: string;
  loud: string;
  soft: string;
  pitch: string;
  volume: string;
  vacuum: string;
};

function room(at: Moment, words: Words): string {
  const loud = at.rise('start', 0, 0.6);
  const moving = at.rise('luft', 0, 1.2);
  const pulse = at.rise('ohr', 0.2, 0.8);
  const rings = times(3, (i) => {
    const u = (at.t * 0.9 + i / 3) % 1;
    return stroke(
      `M${roundCoordinate(560 - 44 + u * 26)} ${roundCoordinate(170 - 20 + u * 8)}q-12 ${roundCoordinate(20 - u * 8)} 0 ${roundCoordinate(40 - u * 16)}`,
      'oklch(0.62 0.2 25)',
      3.5,
      `opacity="${roundCoordinate(pulse * Math.sin(u * Math.PI))}"`,
    );
  });
  // The labels follow one wave crest for three seconds, then move to the next one.
  const follow = Math.max(0, at.since('dicht')) % 3;
  const mark = 166 + 92 * (((0.5 + 1.3 * (at.t - follow)) % 1) + 0.3 + 1.3 * follow);
  const seen = Math.min(1, Math.sin((follow / 3) * Math.PI) * 2.5);
  const names =
    label(98, 268, words.drum, at.stay('start', 'luft', 0.4), [98, 224]) +
    label(330, 56, words.air, at.stay('luft', 'dicht', 0.4), [330, 96]) +
    label(mark, 56, words.dense, seen * at.stay('dicht', 'teilchen', 0.4), [mark, 92]) +
    label(mark + 46, 300, words.thin, seen * at.stay('dicht', 'teilchen', 1.2), [mark + 46, 266]) +
    label(350, 300, words.one, at.stay('teilchen', 'ohr', 0.4), [350, 192]) +
    label(566, 268, words.ear, at.stay('ohr', 'tonhoehe', 0.2), [566, 226]);
  return (
    rect(0, 0, 640, 360, violet.pale) +
    rect(0, 318, 640, 42, violet.soft) +
    particles(at, moving, true) +
    single(at, moving, at.rise('teilchen', 0, 0.5)) +
    drum(at, 96, 170, loud) +
    ear(566, 170) +
    rings +
    names
  );
}

function compare(at: Moment, words: Words): string {
  const volume = at.rise('lautstaerke', 0, 0.8);
  const panel = (y: number, title: string, a: number, cycles: number, speed: number): string =>
    group(
      rect(0, 0, 548, 108, PAPER, 14) +
        text(24, 62, title, { size: 21, weight: 700, anchor: 'start', fill: violet.deep }) +
        wave(150, 54, 374, a, cycles, at.t * speed, violet.strong),
      { x: 46, y },
    );
  const first = panel(
    72,
    lerp(0, 1, volume) < 0.5 ? words.high : words.loud,
    lerp(26, 42, volume),
    lerp(9, 4, volume),
    lerp(1.6, 1, volume),
  );
  const second = panel(192, volume < 0.5 ? words.low : words.soft, lerp(26, 11, volume), lerp(3, 4, volume), lerp(0.8, 1, volume));
  const title = text(600, 48, volume < 0.5 ? words.pitch : words.volume, { size: 22, weight: 700, anchor: 'end', fill: violet.pale });
  return rect(0, 0, 640, 360, violet.deep) + circle(640, 0, 150, violet.strong) + title + first + second;
}

function bell(at: Moment, words: Words): string {
  const gone = at.rise('vakuum', 0.6, 2.4);
  const shake = Math.sin(at.t * 30) * 4;
  const dots = times(120, (i) => {
    const x = 216 + scatter(i) * 208;
    const y = 74 + scatter(i, 1) * 190;
    const inside = (x - 320) ** 2 / 108 ** 2 + Math.min(0, y - 166) ** 2 / 104 ** 2 < 1;
    return inside
      ? circle(
          x + Math.sin(at.t * 2 + i) * 3,
          lerp(y, 300, ease(gone * 1.4 - scatter(i, 2) * 0.4)),
          3,
          AIR,
          `opacity="${roundCoordinate(1 - ease(gone * 1.4 - scatter(i, 2) * 0.4))}"`,
        )
      : '';
  });
  const clock = group(
    circle(0, 0, 34, PAPER, `stroke="${INK}" stroke-width="4"`) +
      line([0, 0], [0, -20], INK, 4) +
      line([0, 0], [14, 8], INK, 4) +
      circle(-20, -36, 11, oklch(0.8, 0.12, 80)) +
      circle(20, -36, 11, oklch(0.8, 0.12, 80)) +
      line([-16, 30], [-24, 44], INK, 5) +
      line([16, 30], [24, 44], INK, 5),
    { x: 320 + shake, y: 220 },
  );
  const rings = times(3, (i) => {
    const u = (at.t * 0.8 + i / 3) % 1;
    return circle(
      320,
      210,
      44 + u * 80,
      'none',
      `stroke="${violet.strong}" stroke-width="3" opacity="${roundCoordinate((1 - u) * (1 - gone))}"`,
    );
  });
  const glass =
    path('M208 278V168A112 104 0 0 1 432 168V278z', 'oklch(0.9 0.03 230)', `opacity="0.4"`) +
    stroke('M208 278V168A112 104 0 0 1 432 168V278', oklch(0.6, 0.04, 250), 4) +
    rect(188, 278, 264, 16, violet.deep, 6) +
    circle(320, 56, 9, oklch(0.6, 0.04, 250));
  return (
    rect(0, 0, 640, 360, violet.pale) + dots + rings + clock + glass + label(536, 190, words.vacuum, at.rise('vakuum', 2.4), [410, 190])
  );
}

export const scene =
  (words: Words): ((at: Moment) => string) =>
  (at) => {
    const two = at.rise('tonhoehe', -0.4, 0.7);
    const three = at.rise('vakuum', -0.5, 0.7);
    let out = two < 1 ? room(at, words) : '';
    if (two > 0 && three < 1) out += group(compare(at, words), { opacity: two });
    if (three > 0) out += group(bell(at, words), { opacity: three });
    return out;
  };

export const soundFilm: Film = {
  key: 'schall',
  title: 'Was ist Schall?',
  subtitle: 'Von der Trommel bis zum Ohr',
  text: 'Eine Trommel wird geschlagen, und wir hören sie am anderen Ende des Zimmers. Was ist dazwischen passiert? Der Film macht die Luftteilchen sichtbar und verfolgt ein einzelnes.\n\nDanach geht es um hohe und tiefe, laute und leise Töne und um die Frage, ob eine Klingel im luftleeren Raum zu hören ist.\n\nZu diesem Film gibt es eine Fassung mit englischem Originalton und deutschen Untertiteln.',
  subjects: ['4600103'],
  grades: ['A(5)', 'A(6)', 'A(7)', 'A(8)'],
  keywords: ['Schall', 'Schwingung', 'Welle', 'Akustik', 'Tonhöhe', 'Lautstärke', 'Ohr', 'Vakuum'],
  language: ['de'],
  producer: 'Funkenflug Studio',
  year: 2024,
  subject: 'Physik',
  tones: violet,
  spoken: 'de',
  voice: { name: 'de', speed: 147, pitch: 44 },
  poster: ['teilchen', 2],
  chapters: [
    {
      title: 'Die Luft schwingt',
      lines: [
        {
          id: 'start',
          de: 'Schlägt man auf eine Trommel, schwingt ihr Fell hin und her.',
          en: 'When you hit a drum, its skin swings to and fro.',
        },
        { id: 'luft', de: 'Es stößt die Luft an. Die Schwingung wandert weiter.', en: 'It pushes the air. The vibration travels on.' },
        {
          id: 'dicht',
          de: 'Mal liegen die Teilchen dicht, mal weit auseinander. Das ist eine Schallwelle.',
          en: 'Now the particles are close together, now far apart. That is a sound wave.',
        },
        {
          id: 'teilchen',
          de: 'Jedes Teilchen schwingt nur an seinem Platz. Nur die Welle läuft.',
          en: 'Each particle only swings in its place. Only the wave moves on.',
        },
        {
          id: 'ohr',
          de: 'Im Ohr bringt sie das Trommelfell zum Schwingen: Wir hören.',
          en: 'In the ear it makes the eardrum vibrate: we hear.',
        },
      ],
    },
    {
      title: 'Hoch und tief, laut und leise',
      lines: [
        {
          id: 'tonhoehe',
          de: 'Schnelle Schwingungen klingen hoch, langsame tief.',
          en: 'Fast vibrations sound high, slow ones sound low.',
        },
        { id: 'lautstaerke', de: 'Große Ausschläge klingen laut, kleine leise.', en: 'Large swings sound loud, small ones sound soft.' },
      ],
    },
    {
      title: 'Ohne Luft kein Ton',
      lines: [
        {
          id: 'vakuum',
          de: 'Pumpt man die Luft ab, verstummt der Wecker. Schall braucht einen Stoff, der schwingt.',
          en: 'If you pump out the air, the alarm clock falls silent. Sound needs something that can vibrate.',
          rest: 0,
        },
      ],
    },
  ],
  draw: scene({
    drum: 'Trommel',
    air: 'Luftteilchen',
    ear: 'Ohr',
    dense: 'dicht',
    thin: 'dünn',
    one: 'schwingt an seinem Platz',
    high: 'hoch',
    low: 'tief',
    loud: 'laut',
    soft: 'leise',
    pitch: 'Tonhöhe',
    volume: 'Lautstärke',
    vacuum: 'luftleer',
  }),
};
