import type { Film } from '../studio/film.ts';
import { scene, soundFilm } from './sound.ts';

/** English version of the film about sound, used with German subtitles. */
export const whatIsSound: Film = {
  ...soundFilm,
  key: 'what-is-sound',
  title: 'What Is Sound?',
  subtitle: 'Englischer Originalton mit deutschen Untertiteln',
  text: 'A drum, a roomful of air and an ear: this short film shows how a vibration turns into something we can hear.\n\nDer Film ist englisch gesprochen und beschriftet; deutsche und englische Untertitel lassen sich zuschalten. Er eignet sich für den bilingualen Unterricht in Physik und für den Englischunterricht ab dem vierten Lernjahr.\n\nDie deutsche Fassung heißt „Was ist Schall?“.',
  subjects: ['4600103', '2000105'],
  grades: ['A(7)', 'A(8)', 'A(9)', 'A(10)'],
  keywords: ['sound', 'vibration', 'wave', 'Schall', 'bilingualer Unterricht', 'Englisch'],
  language: ['o1'],
  setOf: 'schall',
  subject: 'Physics',
  spoken: 'en',
  voice: { name: 'en-gb', speed: 146, pitch: 44 },
  chapters: soundFilm.chapters.map((chapter, i) => ({
    ...chapter,
    title: ['Air in motion', 'High and low, loud and soft', 'No air, no sound'][i]!,
  })),
  draw: scene({
    drum: 'drum',
    air: 'air particles',
    ear: 'ear',
    dense: 'dense',
    thin: 'thin',
    one: 'swings in its place',
    high: 'high',
    low: 'low',
    loud: 'loud',
    soft: 'soft',
    pitch: 'Pitch',
    volume: 'Volume',
    vacuum: 'vacuum',
  }),
};
