import type { catalogue } from '@fundus/contract/catalogue/catalogue';
import type { Handlers } from '../../http/implement.ts';
import { vectorDistinct, vectorSearch } from './meaning.ts';
import { readMedium, readSimilar } from './detail.ts';
import { readQr } from './qr.ts';
import { readTrending } from './trending.ts';
import { distinct, search, suggest } from './search.ts';

export const handlers: Handlers<typeof catalogue> = {
  search: (ctx, { query }) => search(ctx, 'search', query),
  distinct: (ctx, { query }) => distinct(ctx, 'search', query),
  suggest: (ctx, { query }) => suggest(ctx, 'search', query),
  vectorSearch: (ctx, { query }) => vectorSearch(ctx, query),
  vectorDistinct: (ctx, { query }) => vectorDistinct(ctx, query),
  catalogueSearch: (ctx, { query }) => search(ctx, 'catalogue', query),
  catalogueDistinct: (ctx, { query }) => distinct(ctx, 'catalogue', query),
  catalogueSuggest: (ctx, { query }) => suggest(ctx, 'catalogue', query),
  detail: (ctx, { params }) => readMedium(ctx, 'search', params.identifier),
  catalogueDetail: (ctx, { params }) => readMedium(ctx, 'catalogue', params.identifier),
  similar: (ctx, { params }) => readSimilar(ctx, params.identifier),
  trending: readTrending,
  qr: (ctx, { params }) => readQr(ctx, params.identifier),
};
