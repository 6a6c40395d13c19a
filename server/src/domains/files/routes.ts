import type { files } from '@fundus/contract/files';
import type { Handlers } from '../../http/implement.ts';
import { cover } from './covers.ts';

export const handlers: Handlers<typeof files> = {
  cover: (ctx, { params, query }) => cover(ctx, params.identifier, query.size === '2' ? 2 : 1),
};
