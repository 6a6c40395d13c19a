import { byAge, defineDomain, doer, none } from '../../domain.ts';
import { IMPORT_JOB } from './begin-harvest.ts';
import { handlers } from './routes.ts';
import { referencedParts } from './run-repository.ts';
import { endRuns, harvestDue } from './sweep.ts';
import { importWorker } from './work.ts';

export const domain = defineDomain({
  services: ['pause', 'remote', 'storage'],
  calls: { imports: handlers },
  tables: {
    import_item: {},
    import_refusal: {},
    import_run: { made_by: doer },
    import_source: { changed_by: doer },
  },
  sweep: { harvests: harvestDue, runs: byAge(endRuns) },
  storedFiles: { folder: 'imports/', named: referencedParts },
  jobs: (portal) => ({ [IMPORT_JOB]: importWorker(portal) }),
  names: {},
  schoolData: {},
  mergeSchools: none,
  erasePeople: none,
  obligations: none,
  demo: none,
});
