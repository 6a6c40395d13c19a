import type { Picture } from '../studio/make-picture.ts';
import { altitudinalZones } from './altitudinal-zones.ts';
import { periodicTable } from './periodic-table.ts';
import { plantCell } from './plant-cell.ts';

export const pictures: Picture[] = [plantCell, periodicTable, altitudinalZones];
