import { byAge, defineDomain, named, none } from '../../domain.ts';
import { collectMaterial } from './repository.ts';
import { handlers } from './routes.ts';
import { forgetDrafts, moveMaterial, removeOldMaterial } from './school.ts';

export const domain = defineDomain({
  services: ['search'],
  calls: { ownMaterial: handlers },
  tables: { own_material: { made_by: named, school_id: 'moves' } },
  sweep: { takenOut: byAge(removeOldMaterial) },
  storedFiles: none,
  jobs: none,
  names: {},
  schoolData: { own_material: (db, { schoolId, own, whole }) => (own || whole ? collectMaterial(db, schoolId) : undefined) },
  mergeSchools: (ctx, from) => moveMaterial(ctx, from),
  erasePeople: forgetDrafts,
  obligations: none,
  demo: none,
});
