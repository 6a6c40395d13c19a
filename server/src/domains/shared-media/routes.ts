import type { endpoints } from '@fundus/contract/endpoints';
import type { Handlers } from '../../http/implement.ts';
import { readMediaOfClasses } from '../classes/index.ts';
import { markShare, readColleagues, readShared } from './service.ts';
import { changeShare, revokeShare, share } from './sharing.ts';

export const handlers: Handlers<typeof endpoints.sharedMedia, 'search'> = {
  list: (ctx, { query }) => readShared(ctx, query),
  classes: (ctx, { query }) => readMediaOfClasses(ctx, query),
  colleagues: (ctx, { query }) => readColleagues(ctx, query.q),
  share: (ctx, { body }) => share(ctx, body),
  change: (ctx, { params, body }) => changeShare(ctx, params.id, body),
  revoke: (ctx, { params }) => revokeShare(ctx, params.id),
  mark: (ctx, { params, body }) => markShare(ctx, params.id, body.to),
};
