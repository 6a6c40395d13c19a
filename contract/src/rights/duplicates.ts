/** Who may ask what of duplicates: the catalogue belongs to the portal, so administrators of any district. */
import type { endpoints } from '../endpoints.ts';
import { DISTRICT, DISTRICT_UNKNOWN, type Right } from './marks.ts';

export const DUPLICATE_RIGHTS: Record<keyof (typeof endpoints)['duplicates'], Right> = {
  apart: DISTRICT_UNKNOWN,
  list: DISTRICT,
  merge: DISTRICT_UNKNOWN,
  mergeSure: DISTRICT,
  undo: DISTRICT_UNKNOWN,
};
