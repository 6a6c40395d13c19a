import { makeFilm } from './studio/make-film.ts';
import type { Entry } from './studio/catalogue.ts';
import { films } from './scenes/index.ts';

export type Maker = { key: string; make(media: string): Promise<Entry> };

/** Everything there is, in the order of the catalogue. */
export const makers: Maker[] = [...films.map((film): Maker => ({ key: film.key, make: (media) => makeFilm(film, media) }))];
