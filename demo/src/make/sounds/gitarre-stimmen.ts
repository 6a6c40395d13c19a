import type { AudioPiece, Event } from '../studio/make-audio.ts';
import { mixIn, pluck, silence, type Track } from '../studio/tone.ts';

const voice = { name: 'de+m3', speed: 146, pitch: 42 };

const STRINGS: readonly [string, number][] = [
  ['Die tiefe E-Saite.', 40],
  ['Die A-Saite.', 45],
  ['Die D-Saite.', 50],
  ['Die G-Saite.', 55],
  ['Die H-Saite.', 59],
  ['Die hohe E-Saite.', 64],
];

function three(midi: number): Track {
  const out = silence(8.2);
  [0, 2.6, 5.2].forEach((at, i) => mixIn(out, pluck(midi, 3, midi + i), at, 0.8));
  return out;
}

function chord(midis: readonly number[], gap: number, seconds = 3.4): Track {
  const out = silence(seconds);
  midis.forEach((midi, i) => mixIn(out, pluck(midi, seconds - i * gap, midi), i * gap, 0.42));
  return out;
}

const events = (): Event[] => [
  { chapter: 'Einleitung' },
  { sound: chord([40, 45, 50, 55, 59, 64], 0.16), gain: 0.9, text: '[Gitarre: leere Saiten]' },
  { say: 'Wir stimmen die Gitarre. Jede Saite klingt dreimal. Drehe am Wirbel, bis dein Ton genauso hoch ist.', voice, pause: 0.7 },
  ...STRINGS.flatMap(([name, midi]): Event[] => [
    { chapter: name.replace('Die ', '').replace('.', '').replace('tiefe ', 'Tiefe ').replace('hohe ', 'Hohe ') },
    { say: name, voice, pause: 0.3 },
    { sound: three(midi), gain: 0.9, pause: 0.3, text: '[dreimal angezupft]' },
  ]),
  { chapter: 'Probe' },
  { say: 'Zur Probe: E-Moll, G-Dur, D-Dur und noch einmal E-Moll.', voice, pause: 0.4 },
  { sound: chord([40, 47, 52, 55, 59, 64], 0.03), gain: 0.9, pause: 0, overlap: 1.4, text: '[e-Moll]' },
  { sound: chord([43, 47, 50, 55, 59, 67], 0.03), gain: 0.9, pause: 0, overlap: 1.4, text: '[G-Dur]' },
  { sound: chord([50, 57, 62, 66], 0.03), gain: 0.9, pause: 0, overlap: 1.4, text: '[D-Dur]' },
  { sound: chord([40, 47, 52, 55, 59, 64], 0.05, 4), gain: 0.9, text: '[e-Moll]' },
];

export const guitarTuning: AudioPiece = {
  key: 'gitarre-stimmen',
  title: 'Die Gitarre stimmen',
  subtitle: 'Sechs Stimmtöne zum Mitdrehen',
  text: 'E, A, D, G, H, E: Jede leere Saite wird angesagt und klingt dreimal lang aus, Zeit genug, um den Wirbel nachzudrehen. Stimmton ist a¹ mit 440 Hertz.\n\nAm Ende stehen drei Akkorde zur Probe. Jede Saite ist ein Kapitel.\n\nDie Töne sind berechnet, nicht aufgenommen, und stimmen daher genau.',
  subjects: ['4200302', '4200704'],
  grades: ['A(5)', 'A(6)', 'A(7)', 'A(8)', 'A(9)', 'A(10)'],
  keywords: ['Gitarre', 'Stimmen', 'Stimmton', 'Saite', 'Akkord', 'Klassenmusizieren'],
  language: ['de'],
  producer: 'Klangbogen Musik',
  year: 2024,
  format: 'opus',
  spoken: 'de',
  events,
};
