import { byAge, defineDomain, doer, named, none, ofMember, ownPrivate } from '../../domain.ts';
import { handlers } from './routes.ts';
import { collectLists, deletePrivateLists, titleOfList } from './sweep-repository.ts';
import { sweepLists } from './sweep.ts';

export const domain = defineDomain({
  services: ['contentUrl', 'live', 'pause', 'search', 'storage'],
  calls: { medialists: handlers },
  tables: {
    // Private lists are deleted with their owner. Lists shown to the school remain without the owner's name.
    medialist: { owner_id: { erased: 'column', exported: 'row', private: true }, school_id: 'moves' },
    // Items are exported with the account that added them, and remain in the list without its name.
    medialist_item: { added_by: named },
    medialist_member: { person_id: ownPrivate },
    medialist_release: { member_id: { ...ofMember, without: ['created_by'] }, created_by: doer },
    medialist_link: { created_by: doer },
  },
  sweep: { lists: byAge(sweepLists) },
  storedFiles: none,
  jobs: none,
  names: { list: titleOfList },
  schoolData: { medialists: (db, { schoolId }) => collectLists(db, schoolId) },
  mergeSchools: none,
  erasePeople: deletePrivateLists,
  obligations: none,
  demo: () => import('./demo.ts'),
});
