import { DUPLICATE_LIMITS } from '@fundus/contract/duplicates/duplicates';
import { DAY } from '@fundus/contract/days';
import { byAge, defineDomain, doer, none, ownPrivate, type Step } from '../../domain.ts';
import { findPairs, pairWorkers } from './find-pairs.ts';
import { deleteOldMerges } from './repository.ts';
import { handlers } from './routes.ts';

/** Deletes merges a day after they can no longer be undone. */
const endMerges: Step = ({ db }, { now }) => deleteOldMerges(db, new Date(now.getTime() - (DUPLICATE_LIMITS.undoDays + 1) * DAY));

export const domain = defineDomain({
  services: ['domains'],
  calls: { duplicates: handlers },
  tables: {
    media_apart: { decided_by: doer },
    media_pair: {},
    media_pair_place: {},
    media_merge: { merged_by: doer },
    media_merge_row: { person_id: ownPrivate },
  },
  sweep: { merges: byAge(endMerges), pairs: findPairs },
  storedFiles: none,
  jobs: pairWorkers,
  names: {},
  schoolData: {},
  mergeSchools: none,
  erasePeople: none,
  obligations: none,
  demo: none,
});
