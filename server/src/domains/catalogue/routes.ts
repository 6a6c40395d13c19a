import type { catalogue } from '@fundus/contract/catalogue/catalogue';
import type { Handlers } from '../../http/implement.ts';
import { countVectorDistinct, searchByVector } from './search/meaning.ts';
import { readMedium, readSimilar } from './detail.ts';
import { readQr } from './qr.ts';
import { readTrending } from './search/trending.ts';
import { countDistinct, suggest, writeSearch } from './search/search.ts';

export const handlers: Handlers<typeof catalogue, 'contentUrl' | 'questions' | 'search' | 'storage'> = {
  search: (ctx, { query }) => writeSearch(ctx, 'search', query),
  distinct: (ctx, { query }) => countDistinct(ctx, 'search', query),
  suggest: (ctx, { query }) => suggest(ctx, 'search', query),
  vectorSearch: (ctx, { query }) => searchByVector(ctx, query),
  vectorDistinct: (ctx, { query }) => countVectorDistinct(ctx, query),
  catalogueSearch: (ctx, { query }) => writeSearch(ctx, 'catalogue', query),
  catalogueDistinct: (ctx, { query }) => countDistinct(ctx, 'catalogue', query),
  catalogueSuggest: (ctx, { query }) => suggest(ctx, 'catalogue', query),
  detail: (ctx, { params }) => readMedium(ctx, 'search', params.identifier),
  catalogueDetail: (ctx, { params }) => readMedium(ctx, 'catalogue', params.identifier),
  similar: (ctx, { params }) => readSimilar(ctx, params.identifier),
  trending: readTrending,
  qr: (ctx, { params }) => readQr(ctx, params.identifier),
};
