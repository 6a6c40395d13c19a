import type { Entry } from './studio/catalogue.ts';
import { makeAudio } from './studio/make-audio.ts';
import { makeFilm } from './studio/make-film.ts';
import { makePicture } from './studio/make-picture.ts';
import { pictures } from './pictures/index.ts';
import { films } from './scenes/index.ts';
import { pieces } from './sounds/index.ts';

export type Maker = { key: string; make(media: string): Promise<Entry> };

/** Everything there is, in the order of the catalogue. */
export const makers: Maker[] = [
  ...films.map((film): Maker => ({ key: film.key, make: (media) => makeFilm(film, media) })),
  ...pieces.map((piece): Maker => ({ key: piece.key, make: (media) => makeAudio(piece, media) })),
  ...pictures.map((picture): Maker => ({ key: picture.key, make: (media) => makePicture(picture, media) })),
];
