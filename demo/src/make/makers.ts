import { book, makeBook } from './book/make-book.ts';
import { labs, makeLab } from './lab/make-labs.ts';
import { pictures } from './pictures/index.ts';
import { makeQuiz, quiz } from './quiz/make-quiz.ts';
import { films } from './scenes/index.ts';
import { sheets } from './sheets/index.ts';
import { pieces } from './sounds/index.ts';
import type { Entry } from './studio/catalogue.ts';
import { makeAudio } from './studio/make-audio.ts';
import { makeFilm } from './studio/make-film.ts';
import { makePicture } from './studio/make-picture.ts';
import { makeSheet } from './studio/make-sheet.ts';

type Maker = { key: string; make(media: string): Promise<Entry> };

/** All demo media in the order of generation. Worksheets are generated before the films that refer to them. */
export const makers: Maker[] = [
  ...sheets.map((sheet): Maker => ({ key: sheet.key, make: (media) => makeSheet(sheet, media) })),
  ...films.map((film): Maker => ({ key: film.key, make: (media) => makeFilm(film, media) })),
  ...pieces.map((piece): Maker => ({ key: piece.key, make: (media) => makeAudio(piece, media) })),
  ...pictures.map((picture): Maker => ({ key: picture.key, make: (media) => makePicture(picture, media) })),
  { key: book.key, make: makeBook },
  { key: quiz.key, make: makeQuiz },
  ...labs.map((lab): Maker => ({ key: lab.key, make: (media) => makeLab(lab, media) })),
];
