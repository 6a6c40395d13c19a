import type { Film } from '../studio/film.ts';
import { blutkreislauf } from './blutkreislauf.ts';
import { brueche } from './brueche.ts';
import { gesetz } from './gesetz.ts';
import { jahreszeiten } from './jahreszeiten.ts';
import { photosynthese } from './photosynthese.ts';
import { pythagoras } from './pythagoras.ts';
import { schall } from './schall.ts';
import { stromkreis } from './stromkreis.ts';
import { vulkan } from './vulkan.ts';
import { whatIsSound } from './what-is-sound.ts';
import { woerterMitIe } from './woerter-mit-ie.ts';
import { wasserkreislaufLeicht } from './wasserkreislauf-leicht.ts';
import { wasserkreislauf } from './wasserkreislauf.ts';

export const films: Film[] = [
  photosynthese,
  vulkan,
  brueche,
  wasserkreislauf,
  wasserkreislaufLeicht,
  stromkreis,
  pythagoras,
  jahreszeiten,
  gesetz,
  blutkreislauf,
  schall,
  whatIsSound,
  woerterMitIe,
];
