import { byAge, defineDomain, none, own, ownPrivate } from '../../domain.ts';
import { titleOfShared } from './repository.ts';
import { handlers } from './routes.ts';
import { collectShared, removeDuplicateShares } from './school-repository.ts';
import { sweepShared } from './sharing.ts';

export const domain = defineDomain({
  services: ['search'],
  calls: { sharedMedia: handlers },
  tables: {
    shared_medium: { person_id: own, school_id: 'moves' },
    shared_opened: {},
    shared_receiver: { person_id: ownPrivate },
  },
  sweep: { ended: byAge(sweepShared) },
  storedFiles: none,
  jobs: none,
  names: { medium: titleOfShared },
  schoolData: { shared_media: (db, { schoolId }) => collectShared(db, schoolId) },
  mergeSchools: ({ db }, from, to) => removeDuplicateShares(db, from, to),
  erasePeople: none,
  obligations: none,
  demo: () => import('./demo.ts'),
});
