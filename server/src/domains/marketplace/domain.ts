/** The marketplace as one object. */
import { defineDomain, none } from '../../domain.ts';
import { handlers } from './routes.ts';

export const domain = defineDomain({
  calls: { marketplace: handlers },
  tables: { product: {}, product_medium: {}, product_offer: {}, seller: {} },
  sweep: {},
  storedFiles: none,
  jobs: none,
  names: {},
  schoolData: {},
  mergeSchools: none,
  erasePeople: none,
  demo: () => import('./demo.ts'),
});
