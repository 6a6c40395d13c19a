/** Rights on imports, which only district administrators can run. */
import type { endpoints } from '../endpoints.ts';
import { DISTRICT, OF_THE_DISTRICT, type Right } from './marks.ts';

export const IMPORT_RIGHTS: Record<keyof (typeof endpoints)['imports'], Right> = {
  begin: DISTRICT,
  cancel: OF_THE_DISTRICT,
  changeSource: OF_THE_DISTRICT,
  createSource: DISTRICT,
  harvest: OF_THE_DISTRICT,
  preview: OF_THE_DISTRICT,
  part: OF_THE_DISTRICT,
  refusals: OF_THE_DISTRICT,
  unlicensed: OF_THE_DISTRICT,
  removeSource: OF_THE_DISTRICT,
  run: OF_THE_DISTRICT,
  runs: DISTRICT,
  sources: DISTRICT,
  take: OF_THE_DISTRICT,
};
