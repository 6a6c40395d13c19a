import { fillBreaks } from './ingest/breaks.ts';
import { byAge, defineDomain, doer, named, none, ownPrivate } from '../../domain.ts';
import { handlers as edit } from './edit/edit-routes.ts';
import { excerptHandlers, sweepExcerpts } from './excerpts/excerpts.ts';
import { titleOfMedium } from './repository.ts';
import { handlers } from './routes.ts';
import { trimChanges } from './indexing/index-feed.ts';
import { handlers as synonyms } from './synonyms/synonym-routes.ts';

export const domain = defineDomain({
  services: ['contentUrl', 'embedder', 'questions', 'search', 'storage'],
  calls: { catalogue: { ...handlers, ...edit, ...excerptHandlers }, synonyms },
  tables: {
    embedding_space: {},
    excerpt: { person_id: ownPrivate },
    excerpt_bookmark: { person_id: ownPrivate },
    index_state: {},
    indexed_use: {},
    media_change: {},
    media_draft: { made_by: doer },
    media_embedding: {},
    media_item: {},
    media_sequence: {},
    media_version: { person_id: named },
    synonym_group: { changed_by: doer },
    thesaurus_term: {},
  },
  sweep: { excerpts: byAge(sweepExcerpts), breaks: fillBreaks, changes: byAge(trimChanges) },
  storedFiles: none,
  jobs: none,
  names: { medium: titleOfMedium },
  schoolData: {},
  mergeSchools: none,
  erasePeople: none,
  obligations: none,
  demo: () => import('./demo.ts'),
});
