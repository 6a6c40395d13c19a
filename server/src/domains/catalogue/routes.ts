import type { catalogue } from '@fundus/contract/catalogue/catalogue';
import type { Handlers } from '../../http/implement.ts';
import { vectorDistinct, vectorSearch } from './meaning.ts';
import { readMedium, readSimilar } from './detail.ts';
import { readQr } from './qr.ts';
import { readTrending } from './trending.ts';
import { distinct, search, suggest } from './search.ts';

export const handlers: Handlers<typeof catalogue> = {
  search: (ctx, { query }) => search(ctx, 'media', query),
  distinct: (ctx, { query }) => distinct(ctx, 'media', query),
  suggest: (ctx, { query }) => suggest(ctx, 'media', query),
  vectorSearch: (ctx, { query }) => vectorSearch(ctx, query),
  vectorDistinct: (ctx, { query }) => vectorDistinct(ctx, query),
  catalogueSearch: (ctx, { query }) => search(ctx, 'holdings', query),
  catalogueDistinct: (ctx, { query }) => distinct(ctx, 'holdings', query),
  catalogueSuggest: (ctx, { query }) => suggest(ctx, 'holdings', query),
  detail: (ctx, { params }) => readMedium(ctx, 'media', params.identifier),
  catalogueDetail: (ctx, { params }) => readMedium(ctx, 'holdings', params.identifier),
  similar: (ctx, { params }) => readSimilar(ctx, params.identifier),
  trending: readTrending,
  qr: (ctx, { params }) => readQr(ctx, params.identifier),
};
