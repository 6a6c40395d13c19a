import { DAY } from '@fundus/contract/days';
import { byAge, defineDomain, doer, none } from '../../domain.ts';
import { removeUnusedPictures } from './pictures.ts';
import { referencedPictures } from './repository.ts';
import { handlers } from './routes.ts';

export const domain = defineDomain({
  services: ['demo', 'screenTexts', 'storage'],
  calls: { setup: handlers },
  tables: {
    language: {},
    text_override: { changed_by: doer },
    text_override_version: { published_by: doer },
    theme_picture: { added_by: doer },
    theme_version: { changed_by: doer },
  },
  sweep: { pictures: byAge<'storage'>((portal, { now }) => removeUnusedPictures(portal, new Date(now.getTime() - DAY))) },
  storedFiles: { folder: 'setup/', named: referencedPictures },
  jobs: none,
  names: {},
  schoolData: {},
  mergeSchools: none,
  erasePeople: none,
  obligations: none,
  demo: none,
});
