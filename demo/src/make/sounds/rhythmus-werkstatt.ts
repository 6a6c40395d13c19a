import type { AudioPiece, Event } from '../studio/make-audio.ts';
import { clap, drum, knock, mixIn, silence, type Track } from '../studio/tone.ts';

const voice = { name: 'de', speed: 146, pitch: 46 };
const BEAT = 60 / 92;

/** Returns one bar counted in on a wood block, then a rhythm that is played twice, each time followed by an equally long pause for clapping. */
function rhythmRound(pattern: readonly number[], bars: number): Track {
  const length = bars * 4 * BEAT;
  const out = silence(4 * BEAT + length * 4 + 0.6);
  for (let b = 0; b < 4 + bars * 16; b++) mixIn(out, knock(b % 4 === 0), b * BEAT, b < 4 ? 0.8 : 0.42);
  for (const pass of [0, 2]) {
    const start = 4 * BEAT + pass * length;
    for (const at of pattern) mixIn(out, at % 4 === 0 ? drum() : clap(), start + at * BEAT, 0.9);
  }
  return out;
}

const events = (): Event[] => [
  { chapter: 'So geht es' },
  {
    say: 'Rhythmus-Werkstatt. Du hörst zuerst einen Takt Vorzähler.',
    voice,
    text: 'Rhythmus-Werkstatt. Du hörst zuerst einen Takt Vorzähler.',
  },
  { say: 'Dann kommt ein Rhythmus. Danach klatschst du ihn allein. Das Ganze zweimal.', voice, pause: 0.7 },
  { chapter: 'Viertel' },
  { say: 'Eins: Viertel.', voice, pause: 0.4 },
  { sound: rhythmRound([0, 1, 2, 3], 1), gain: 0.8, pause: 0.5, text: '[Rhythmus: vier Viertel]' },
  { chapter: 'Viertel und Achtel' },
  { say: 'Zwei: Viertel und Achtel.', voice, pause: 0.4 },
  { sound: rhythmRound([0, 1, 1.5, 2, 3, 3.5], 1), gain: 0.8, pause: 0.5, text: '[Rhythmus: lang, kurz kurz, lang, kurz kurz]' },
  { chapter: 'Mit einer Pause' },
  { say: 'Drei: Jetzt mit einer Pause auf der Drei.', voice, pause: 0.4 },
  { sound: rhythmRound([0, 1, 1.5, 3], 1), gain: 0.8, pause: 0.5, text: '[Rhythmus: lang, kurz kurz, Pause, lang]' },
  { chapter: 'Synkope' },
  { say: 'Vier: für Fortgeschrittene, die Synkope.', voice, pause: 0.4 },
  { sound: rhythmRound([0, 0.5, 1.5, 2, 3], 1), gain: 0.8, pause: 0.5, text: '[Rhythmus: kurz lang kurz, lang, lang]' },
  { say: 'Gut gemacht! Erfinde nun selbst einen Rhythmus.', voice },
];

export const rhythmWorkshop: AudioPiece = {
  key: 'rhythmus-werkstatt',
  title: 'Rhythmus-Werkstatt',
  subtitle: 'Vorspielen, nachklatschen, vier Stufen',
  text: 'Holzblock, Handtrommel und Klatschen: In vier Stufen von den Vierteln bis zur Synkope wird ein Rhythmus vorgespielt und dann frei gelassen, damit die Klasse ihn nachklatscht.\n\nDas Tempo ist 92 Schläge in der Minute. Jede Stufe ist ein Kapitel und kann wiederholt werden.\n\nGeeignet zum Aufwärmen am Anfang der Stunde.',
  subjects: ['4200801'],
  grades: ['A(3)', 'A(4)', 'A(5)', 'A(6)', 'A(7)'],
  keywords: ['Rhythmus', 'Klatschen', 'Viertel', 'Achtel', 'Pause', 'Synkope', 'Bodypercussion'],
  language: ['de'],
  producer: 'Hörspur Bildung',
  year: 2024,
  format: 'opus',
  spoken: 'de',
  events,
};
