import { byAge, defineDomain, doer, none, own, ownPrivate } from '../../domain.ts';
import { sendAlerts } from './alerts.ts';
import { handlers } from './routes.ts';
import { forgetOldHistory } from './service.ts';
import { collectWishes } from './wish-repository.ts';

export const domain = defineDomain({
  services: ['contentUrl', 'search'],
  calls: { library: handlers },
  tables: {
    bookmark: { person_id: ownPrivate },
    bookmark_folder: { person_id: ownPrivate },
    history: { person_id: ownPrivate },
    saved_search: { person_id: ownPrivate },
    shelf_setting: { person_id: ownPrivate },
    wish: { decided_by: doer, person_id: own, school_id: 'moves' },
  },
  sweep: {
    history: byAge((portal, { now }) => forgetOldHistory(portal.db, now)),
    alerts: async (portal, { remind }) => remind && sendAlerts(portal),
  },
  storedFiles: none,
  jobs: none,
  names: {},
  schoolData: { wishes: (db, { schoolId }) => collectWishes(db, schoolId) },
  mergeSchools: none,
  erasePeople: none,
  obligations: none,
  demo: () => import('./demo.ts'),
});
