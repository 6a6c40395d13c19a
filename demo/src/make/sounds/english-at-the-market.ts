import type { AudioPiece, Event } from '../studio/make-audio.ts';
import { chime } from '../studio/tone.ts';

const host = { name: 'en-gb', speed: 138, pitch: 46 };
const ella = { name: 'en-gb+f2', speed: 136, pitch: 56 };
const seller = { name: 'en-us+m3', speed: 136, pitch: 34 };

const bell = (): Event => ({ sound: chime(79, 1.1), gain: 0.5, pause: 0.1 });
const word = (s: string): Event[] => [
  { say: s, voice: host, pause: 1.8 },
  { say: s, voice: ella, pause: 1.4, text: `${s} (repeat)` },
];

const events = (): Event[] => [
  { chapter: 'Words' },
  bell(),
  { say: 'At the market. Part one: words. Listen and repeat.', voice: host, pause: 0.9 },
  ...['a pound of apples', 'half a dozen eggs', 'a bunch of carrots', 'fresh bread', 'How much is it?', 'Here is your change.'].flatMap(
    word,
  ),
  { chapter: 'Dialogue' },
  bell(),
  { say: 'Part two: Ella is at the market. Listen to the dialogue.', voice: host, pause: 0.9 },
  { say: 'Good morning! What can I get you?', voice: seller },
  { say: 'Hello! I would like a pound of apples, please.', voice: ella },
  { say: 'Red ones or green ones?', voice: seller },
  { say: 'The green ones, please. And a bunch of carrots.', voice: ella },
  { say: 'Anything else?', voice: seller },
  { say: 'Yes, half a dozen eggs. How much is it?', voice: ella },
  { say: 'That is four pounds and twenty pence, please.', voice: seller },
  { say: 'Here is a five pound note.', voice: ella },
  { say: 'Thank you. Here is your change. Have a nice day!', voice: seller, pause: 0.9 },
  { chapter: 'Questions' },
  bell(),
  { say: 'Part three: questions. Write down your answers.', voice: host, pause: 0.8 },
  { say: 'One. What colour are the apples?', voice: host, pause: 4 },
  { say: 'Two. How many eggs does Ella buy?', voice: host, pause: 4 },
  { say: 'Three. How much change does Ella get?', voice: host, pause: 4 },
  { say: 'Now listen again and check your answers.', voice: host },
];

export const englishAtTheMarket: AudioPiece = {
  key: 'at-the-market',
  title: 'At the Market',
  subtitle: 'Hörübung Englisch: Wörter, Dialog und Fragen',
  text: 'Eine Hörübung in drei Teilen: Erst werden Wendungen vor- und nachgesprochen, dann kauft Ella auf dem Markt ein, zum Schluss folgen drei Fragen mit Pausen zum Schreiben.\n\nDie Kapitel lassen sich einzeln ansteuern, das Transkript kann ein- und ausgeblendet werden.\n\nLösungen: green; six; eighty pence.',
  subjects: ['2000101'],
  grades: ['A(5)', 'A(6)'],
  keywords: ['Englisch', 'Hörverstehen', 'listening', 'shopping', 'market', 'vocabulary', 'Einkaufen'],
  language: ['en'],
  producer: 'Klangbogen Sprachen',
  year: 2025,
  format: 'mp3',
  spoken: 'en',
  events,
};
