import { expect, test } from 'vitest';
import { DEFAULT_WORDS } from './default-words.ts';
import { findListedWords, needsReview } from './word-filter.ts';

test.each([
  'Du Arschloch',
  '@rschl0ch',
  'Arsch-loch',
  'Scheiße',
  'SCHEISSE gemacht',
  'so eine Scheiiiiße',
  'Der Sprecher ist ein Idiot.',
  'Nur Idioten im Film',
  'Hure',
  'Du Nazi!',
  'Deine Mutter ist eine Nutte',
  'Halt die  Fresse',
  'Das Wort Neger fällt dreimal',
  'Arschloecher',
  'Arschlo\u0308cher',
  'I\u200bdiot',
  'what a fucking waste',
  'Mehr auf www.billig.example',
  'Siehe https://a.example',
  'Gutes auf kaufmich.shop',
  'planet-schule.de hat mehr',
  'Steht auch auf youtu.be/abc',
  'YOUTU.BE/abc',
  'schreibt mir: anna@schule.de',
  'MEHR AUF BILLIG.COM',
])('requires a review by an editor: %s', (text) => expect(needsReview(text, DEFAULT_WORDS)).toBe(true));

test.each([
  'Sehr anschaulich, der Kern wird klar.',
  'Retardierendes Moment im Drama',
  'Im Französischen: le train est en retard',
  'Bitchute wird als Beispiel gezeigt',
  'Negerbegriff wird kritisch eingeordnet',
  'Spastik und andere Bewegungsstörungen',
  'Der Spastiker im Film wird würdig gezeigt',
  'Nazi-Propaganda wird gut erklärt; Nazis und Widerstand',
  'Schlampig gemacht',
  'Behinderte Kinder kommen selbst zu Wort',
  'Idiotensicher erklärt',
  'Der Marsch der Pinguine, Barsch und Hecht',
  'Die Arschbombe ist ein Sprung ins Wasser',
  'Scheißegal-Stimmung kommt nicht auf',
  'Hurenkinder und Schusterjungen: gut für den Satz',
  'Espartanisch',
  'Assistenzhunde',
  'Kapitel 3.2 und 4.5 sind stark',
  'Sehr gut.Im zweiten Teil etwas lang',
  'Gut gemacht.So geht Unterricht',
  'z.B. die Stelle bei 2:10, d.h. die Mitte',
  'Arbeitsblatt.pdf und Lösung.docx liegen bei',
  'und/oder als Hausaufgabe',
])('accepts without a review: %s', (text) =>
  expect([findListedWords(text, DEFAULT_WORDS), needsReview(text, DEFAULT_WORDS)]).toEqual([[], false]),
);

test('finds listed words and phrases', () => {
  expect(findListedWords('So ein Mist, wirklich!', ['mist', 'ein Mist', 'Mist so', '…', ''])).toEqual(['mist', 'ein Mist']);
  expect(needsReview('Mist', [])).toBe(false);
});
