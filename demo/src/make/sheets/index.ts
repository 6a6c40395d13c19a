import type { Sheet } from '../studio/make-sheet.ts';
import { fractionsSheet } from './brueche.ts';
import { photosynthesisSheet } from './photosynthese.ts';
import { circuitSheet } from './stromkreis.ts';
import { waterCycleSheet } from './wasserkreislauf.ts';

export const sheets: Sheet[] = [photosynthesisSheet, fractionsSheet, waterCycleSheet, circuitSheet];
