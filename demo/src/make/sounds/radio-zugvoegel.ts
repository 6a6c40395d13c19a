import type { AudioPiece, Event } from '../studio/make-audio.ts';
import { chime, mixIn, pad, silence, type Track } from '../studio/tone.ts';

const anna = { name: 'de+f2', speed: 150, pitch: 54 };
const jonas = { name: 'de+m3', speed: 148, pitch: 40 };

function jingle(): Track {
  const out = silence(3.4);
  [60, 67, 72, 76, 79, 84].forEach((midi, i) => mixIn(out, chime(midi, 1.8), i * 0.17, 0.5));
  [72, 76, 79].forEach((midi) => mixIn(out, chime(midi, 1.9), 1.35, 0.36));
  return out;
}

/** Returns the chirps of a bird: quick falling whistles. */
function chirps(seconds: number, seed: number): Track {
  const out = silence(seconds);
  let phase = 0;
  for (let i = 0; i < out.length; i++) {
    const t = i / 22050;
    const beat = (t * (3.1 + seed * 0.6) + seed * 0.37) % 1;
    const phrase = Math.sin(t * (0.9 + seed * 0.23) + seed) > 0.1 ? 1 : 0;
    const on = beat < 0.42 ? Math.sin((beat / 0.42) * Math.PI) * phrase : 0;
    phase += (2 * Math.PI * (2600 + 700 * seed + 1500 * Math.sin(beat * 9 + seed * 2))) / 22050;
    out[i] = Math.sin(phase) * on * 0.16 * Math.min(1, t / 0.4, (seconds - t) / 0.8);
  }
  return out;
}

function dawn(seconds: number): Track {
  const out = silence(seconds);
  [0, 1, 2].forEach((seed) => mixIn(out, chirps(seconds, seed), 0, 0.6 - seed * 0.14));
  return out;
}

const events = (): Event[] => [
  { chapter: 'Ankündigung' },
  { sound: jingle(), gain: 0.8, pause: 0, overlap: 0.6, text: '[Erkennungsmelodie]' },
  { say: 'Radio Wolkenbruch, die Sendung für kluge Ohren. Guten Morgen!', voice: anna },
  { say: 'Heute: Warum verfliegen sich Zugvögel nicht?', voice: anna, pause: 0.6 },
  { sound: dawn(4), gain: 0.8, pause: 0.2, text: '[Vogelstimmen]' },
  { chapter: 'Die weite Reise' },
  { say: 'Im Herbst wird es leer in unseren Gärten. Störche, Schwalben und Kraniche sind fort.', voice: jonas },
  { say: 'Manche fliegen bis nach Afrika. Das sind viele tausend Kilometer, ohne Karte und ohne Schild.', voice: jonas },
  { say: 'Wie finden sie den Weg?', voice: anna, pause: 0.7 },
  { chapter: 'Drei Kompasse' },
  { say: 'Vögel haben nicht einen Kompass, sie haben gleich drei.', voice: jonas },
  { say: 'Der erste ist die Sonne. Am Tag lesen sie an ihr die Richtung ab.', voice: jonas },
  { say: 'Der zweite sind die Sterne. Wer nachts fliegt, merkt sich den Punkt am Himmel, um den sich alles dreht.', voice: jonas },
  { say: 'Und wenn Wolken davor sind?', voice: anna },
  { say: 'Dann hilft der dritte Kompass. Vögel spüren das Magnetfeld der Erde.', voice: jonas, pause: 0.7 },
  { chapter: 'Lernen von den Eltern' },
  { say: 'Junge Kraniche fliegen mit ihren Eltern. So lernen sie die Rastplätze kennen.', voice: anna },
  { say: 'Der junge Kuckuck dagegen fliegt allein, und kommt trotzdem an. Die Richtung ist ihm angeboren.', voice: jonas, pause: 0.7 },
  { say: 'Eine Frage zum Schluss: Welcher der drei Kompasse hilft bei Nebel? Schreibt eure Antwort auf.', voice: anna },
  { say: 'Das war Radio Wolkenbruch. Bis morgen!', voice: anna, pause: 0.2 },
  { sound: jingle(), gain: 0.7, text: '[Erkennungsmelodie]' },
];

export const migratoryBirdsRadio: AudioPiece = {
  key: 'radio-zugvoegel',
  title: 'Warum verfliegen sich Zugvögel nicht?',
  subtitle: 'Ein Beitrag aus „Radio Wolkenbruch“, der Sendung für kluge Ohren',
  text: 'Viele tausend Kilometer ohne Karte: In diesem kurzen Radiobeitrag geht es um Sonne, Sterne und Magnetfeld und darum, was junge Vögel lernen und was ihnen angeboren ist.\n\nZwei Stimmen im Gespräch, mit Erkennungsmelodie und Vogelstimmen. Am Ende steht eine Hörfrage, die sich sofort beantworten lässt.\n\nGeeignet zum Hörverstehen in Deutsch und als Einstieg in Biologie.',
  subjects: ['080050404', '120'],
  grades: ['A(4)', 'A(5)', 'A(6)', 'A(7)'],
  keywords: ['Zugvögel', 'Orientierung', 'Magnetfeld', 'Hörverstehen', 'Radio', 'Kranich', 'Kuckuck'],
  language: ['de'],
  producer: 'Hörspur Bildung',
  year: 2025,
  format: 'mp3',
  spoken: 'de',
  events,
  underlay: (seconds) => {
    const out = silence(seconds);
    mixIn(out, pad([50, 57, 62], seconds), 0, 0.025);
    return out;
  },
};
