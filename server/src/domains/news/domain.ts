import { byAge, defineDomain, doer, none } from '../../domain.ts';
import { listFilePaths } from './file-repository.ts';
import { ENDINGS } from './files.ts';
import { sweepNews } from './sweep.ts';
import { handlers } from './routes.ts';
import { collectNews, moveNews } from './school-repository.ts';

export const domain = defineDomain({
  services: ['storage'],
  calls: { news: handlers },
  tables: {
    news: { added_by: doer, submitted_by: doer, school_id: 'mergeSchools' },
    news_category: {},
    news_file: { added_by: doer },
    news_target: { school_id: 'mergeSchools' },
    news_text: {},
  },
  sweep: { ended: byAge(sweepNews) },
  storedFiles: { folder: 'news/', named: listFilePaths(ENDINGS) },
  jobs: none,
  names: {},
  schoolData: { news: (db, { schoolId, own }) => collectNews(db, schoolId, own) },
  mergeSchools: ({ db }, from, to) => moveNews(db, from, to),
  erasePeople: none,
  obligations: none,
  demo: () => import('./demo.ts'),
});
