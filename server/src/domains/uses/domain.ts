import { byAge, defineDomain, none } from '../../domain.ts';
import { moveMisses } from './miss-repository.ts';
import { moveUses } from './repository.ts';
import { deleteOldUses } from './service.ts';

export const domain = defineDomain({
  services: [],
  calls: {},
  tables: {
    media_use: { school_id: 'mergeSchools' },
    media_use_month: { school_id: 'mergeSchools' },
    media_use_class: {},
    media_use_dedup: {},
    search_miss: { school_id: 'mergeSchools' },
  },
  sweep: { sums: byAge((portal, { now }) => deleteOldUses(portal.db, now)) },
  storedFiles: none,
  jobs: none,
  names: {},
  schoolData: {},
  mergeSchools: async ({ db }, from, to) => {
    await moveUses(db, from, to);
    await moveMisses(db, from, to);
  },
  erasePeople: none,
  obligations: none,
  demo: () => import('./demo.ts'),
});
