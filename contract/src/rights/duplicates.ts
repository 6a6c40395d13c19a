/** Rights on duplicates. Administrators of all districts are admitted, because the catalogue belongs to the portal. */
import type { endpoints } from '../endpoints.ts';
import { DISTRICT, DISTRICT_UNKNOWN, type Right } from './marks.ts';

export const DUPLICATE_RIGHTS: Record<keyof (typeof endpoints)['duplicates'], Right> = {
  apart: DISTRICT_UNKNOWN,
  list: DISTRICT,
  merge: DISTRICT_UNKNOWN,
  mergeSure: DISTRICT,
  undo: DISTRICT_UNKNOWN,
};
