import { byAge, defineDomain, doer, named, none, own, ownPrivate } from '../../domain.ts';
import { logChanges } from '../../search/change-log-repository.ts';
import { forgetAddressesOf } from './report-repository.ts';
import { deleteOldReports } from './reports.ts';
import { findReviewedBy } from './repository.ts';
import { handlers } from './routes.ts';
import { endOldRecommendations } from './service.ts';

export const domain = defineDomain({
  services: [],
  calls: { reviews: handlers },
  tables: {
    media_report: { handled_by: doer, person_id: named },
    recommendation: { person_id: named },
    review: { person_id: own },
    review_flag: { person_id: ownPrivate },
    review_hold: { person_id: ownPrivate },
    review_words: { changed_by: doer },
  },
  sweep: { recommendations: byAge(endOldRecommendations), reports: byAge(deleteOldReports) },
  storedFiles: none,
  jobs: none,
  names: {},
  schoolData: {},
  mergeSchools: none,
  erasePeople: async (db, gone) => {
    await forgetAddressesOf(db, gone);
    // The reviewed media are reindexed, because the deleted ratings must no longer affect the sort order.
    await logChanges(db, await findReviewedBy(db, gone));
  },
  obligations: none,
  demo: none,
});
