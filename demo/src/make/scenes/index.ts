import type { Film } from '../studio/film.ts';
import { bloodCirculationFilm } from './blood-circulation.ts';
import { fractionsFilm } from './fractions.ts';
import { lawMakingFilm } from './law-making.ts';
import { seasonsFilm } from './seasons.ts';
import { photosynthesisFilm } from './photosynthesis.ts';
import { pythagoras } from './pythagoras.ts';
import { soundFilm } from './sound.ts';
import { circuitFilm } from './circuit.ts';
import { volcanoFilm } from './volcano.ts';
import { whatIsSound } from './what-is-sound.ts';
import { wordsWithIeFilm } from './woerter-mit-ie.ts';
import { waterCycleEasyFilm } from './wasserkreislauf-leicht.ts';
import { waterCycleFilm } from './water-cycle.ts';

export const films: Film[] = [
  photosynthesisFilm,
  volcanoFilm,
  fractionsFilm,
  waterCycleFilm,
  waterCycleEasyFilm,
  circuitFilm,
  pythagoras,
  seasonsFilm,
  lawMakingFilm,
  bloodCirculationFilm,
  soundFilm,
  whatIsSound,
  wordsWithIeFilm,
];
