import type { Picture } from '../studio/make-picture.ts';
import { hoehenstufen } from './hoehenstufen.ts';
import { periodensystem } from './periodensystem.ts';
import { pflanzenzelle } from './pflanzenzelle.ts';

export const pictures: Picture[] = [pflanzenzelle, periodensystem, hoehenstufen];
