import type { externalSources } from '@fundus/contract/external-sources/external-sources';
import type { Handlers } from '../../http/implement.ts';
import { openWork, searchSources } from './search.ts';
import { changeSource, createSource, orderSources, readSources, removeSource, testSource } from './service.ts';

export const handlers: Handlers<typeof externalSources, 'remote'> = {
  remoteSearch: (ctx, { query }) => searchSources(ctx, query.q),
  open: (ctx, { params, query }) => openWork(ctx, params.id, query.identifier),
  list: (ctx) => readSources(ctx),
  create: (ctx, { body }) => createSource(ctx, body),
  change: (ctx, { params, body }) => changeSource(ctx, params.id, body),
  remove: (ctx, { params }) => removeSource(ctx, params.id),
  order: (ctx, { body }) => orderSources(ctx, body.ids),
  test: {
    before: (ctx, { body }) => testSource(ctx, body),
    write: (_ctx, _input, tested: Awaited<ReturnType<typeof testSource>>) => tested,
  },
};
