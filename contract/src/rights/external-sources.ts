/** Who may ask what of external sources: everybody with an account searches, administrators of the district enter them. */
import type { endpoints } from '../endpoints.ts';
import { DISTRICT, OF_THE_DISTRICT, SIGNED_IN, UNKNOWN, type Right } from './marks.ts';

export const SOURCE_RIGHTS: Record<keyof (typeof endpoints)['externalSources'], Right> = {
  change: OF_THE_DISTRICT,
  create: DISTRICT,
  list: DISTRICT,
  /** Of a source that is not there. */
  open: UNKNOWN,
  order: DISTRICT,
  remoteSearch: SIGNED_IN,
  remove: OF_THE_DISTRICT,
  test: DISTRICT,
};
