/** Rights on external sources: users with an account can search them, district administrators configure them. */
import type { endpoints } from '../endpoints.ts';
import { DISTRICT, OF_THE_DISTRICT, SIGNED_IN, UNKNOWN, type Right } from './marks.ts';

export const SOURCE_RIGHTS: Record<keyof (typeof endpoints)['externalSources'], Right> = {
  change: OF_THE_DISTRICT,
  create: DISTRICT,
  list: DISTRICT,
  /** The test opens a source that does not exist. */
  open: UNKNOWN,
  order: DISTRICT,
  remoteSearch: SIGNED_IN,
  remove: OF_THE_DISTRICT,
  test: DISTRICT,
};
