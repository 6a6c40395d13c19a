/** Media lists as one object. */
import { byAge, defineDomain, doer, named, none, ofMember, ownPrivate } from '../../domain.ts';
import { handlers } from './routes.ts';
import { collectLists, removePrivate, titleOfList } from './sweep-repository.ts';
import { sweepLists } from './sweep.ts';

export const domain = defineDomain({
  calls: { medialists: handlers },
  tables: {
    // What is private goes with its owner before; what the school has stays without their name.
    medialist: { owner_id: { erased: 'column', exported: 'row', private: true }, school_id: 'moves' },
    // What somebody put in is theirs to take along; it stays in the list without their name.
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
  erasePeople: removePrivate,
  obligations: none,
  demo: () => import('./demo.ts'),
});
