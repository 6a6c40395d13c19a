import type { Sheet } from '../studio/make-sheet.ts';
import { sheetBrueche } from './brueche.ts';
import { sheetPhotosynthese } from './photosynthese.ts';
import { sheetStromkreis } from './stromkreis.ts';
import { sheetWasser } from './wasserkreislauf.ts';

export const sheets: Sheet[] = [sheetPhotosynthese, sheetBrueche, sheetWasser, sheetStromkreis];
