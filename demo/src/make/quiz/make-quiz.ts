import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entryOf, type Entry } from '../studio/catalogue.ts';
import type { Medium } from '../studio/film.ts';
import { zipTo, type Parts } from '../studio/zip.ts';

type Question =
  | { kind: 'single' | 'multiple'; text: string; answers: { text: string; correct: boolean }[]; explanation: string }
  | { kind: 'text'; text: string; accepted: string[]; explanation: string };

/** Creates a choice question. Correct answers are marked with a leading star. */
const choice = (text: string, answers: string[], explanation: string): Question => {
  const list = answers.map((a) => ({ text: a.replace(/^\*/, ''), correct: a.startsWith('*') }));
  return { kind: list.filter((a) => a.correct).length > 1 ? 'multiple' : 'single', text, answers: list, explanation };
};

const questions: Question[] = [
  choice(
    'Aus welchen Stockwerken besteht ein Mischwald, von unten nach oben?',
    [
      'Krautschicht, Moosschicht, Baumschicht, Strauchschicht',
      '*Moosschicht, Krautschicht, Strauchschicht, Baumschicht',
      'Strauchschicht, Moosschicht, Krautschicht, Baumschicht',
    ],
    'Je höher das Stockwerk, desto mehr Licht bekommt es.',
  ),
  choice(
    'Welche dieser Bäume sind Nadelbäume?',
    ['*Fichte', 'Buche', '*Lärche', 'Eiche', '*Kiefer'],
    'Die Lärche ist eine Besonderheit: Sie wirft ihre Nadeln im Herbst ab.',
  ),
  {
    kind: 'text',
    text: 'Wie heißt der Vorgang, bei dem Blätter mit Licht Traubenzucker herstellen?',
    accepted: ['Photosynthese', 'Fotosynthese'],
    explanation: 'Dabei wird auch Sauerstoff frei.',
  },
  choice(
    'Wer macht aus herabgefallenem Laub wieder Erde?',
    ['Nur der Wind', 'Rehe und Hirsche', '*Regenwürmer, Asseln, Pilze und Bakterien'],
    'Sie heißen Zersetzer oder Destruenten. Ohne sie würde der Wald in Laub versinken.',
  ),
  choice(
    'Welche Nahrungskette ist richtig?',
    ['*Eichenblatt → Raupe → Meise → Sperber', 'Sperber → Meise → Raupe → Eichenblatt', 'Raupe → Eichenblatt → Sperber → Meise'],
    'Der Pfeil bedeutet: „wird gefressen von“.',
  ),
  choice(
    'Welche Aufgaben erfüllt der Wald für uns Menschen?',
    ['*Er speichert Wasser.', '*Er reinigt die Luft.', 'Er erzeugt Erdöl.', '*Er schützt im Gebirge vor Lawinen.'],
    'Außerdem liefert er Holz und ist ein Ort der Erholung.',
  ),
  {
    kind: 'text',
    text: 'Wie nennt man die feinen Fäden, aus denen ein Pilz unter der Erde besteht? Sie bilden zusammen das …',
    accepted: ['Myzel', 'Mycel', 'Myzelium', 'Pilzgeflecht'],
    explanation: 'Was wir sammeln, ist nur der Fruchtkörper des Pilzes.',
  },
];

export const quiz: Medium = {
  key: 'wald-quiz',
  title: 'Das Wald-Quiz',
  subtitle: 'Sieben Fragen zum Lebensraum Wald',
  text: 'Stockwerke, Nadelbäume, Nahrungsketten: Sieben Fragen zum Auswählen und Eintippen, jede mit einer kurzen Erklärung. Am Ende gibt es eine Übersicht, und wer mag, spielt gleich noch einmal.\n\nBedienbar mit Maus, Finger und Tastatur; Rückmeldungen werden vorgelesen und nie nur durch Farbe gegeben.',
  subjects: ['0800703', '0800701'],
  grades: ['A(5)', 'A(6)', 'A(7)'],
  keywords: ['Wald', 'Ökosystem', 'Nahrungskette', 'Quiz', 'Bäume', 'Zersetzer', 'interaktiv'],
  language: ['de'],
  producer: 'Lindenblatt Lernfilm',
  year: 2025,
};

const here = (name: string): string => readFileSync(new URL(`./library/${name}`, import.meta.url), 'utf8');

export async function makeQuiz(media: string): Promise<Entry> {
  mkdirSync(join(media, quiz.key), { recursive: true });
  const parts: Parts = {
    'h5p.json': JSON.stringify(
      {
        title: quiz.title,
        language: 'de',
        mainLibrary: 'H5P.FundusQuiz',
        embedTypes: ['div'],
        license: 'CC0 1.0',
        authors: [{ name: quiz.producer, role: 'Author' }],
        preloadedDependencies: [{ machineName: 'H5P.FundusQuiz', majorVersion: 1, minorVersion: 0 }],
      },
      null,
      2,
    ),
    'content/content.json': JSON.stringify(
      { intro: 'Wie gut kennst du den Wald? Du kannst jede Frage einmal beantworten.', passPercentage: 60, questions },
      null,
      2,
    ),
  };
  for (const name of ['library.json', 'semantics.json', 'fundus-quiz.js', 'fundus-quiz.css'])
    parts[`H5P.FundusQuiz-1.0/${name}`] = here(name);
  zipTo(join(media, quiz.key, 'quiz.h5p'), parts);
  return entryOf(
    quiz,
    { kind: 'h5p', typ: 'UC_H5P' },
    [{ path: `${quiz.key}/quiz.h5p`, mime: 'application/h5p+zip', role: 'main', language: 'de' }],
    media,
  );
}
