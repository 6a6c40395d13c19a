/** Live updates of an open list (docs/behaviour/medialists.md#live-updates). */
import type { StreamAnswer } from '@fundus/contract/endpoint';
import type { UserCtx } from '../../http/context.ts';
import { readListener } from '../../visitors/listener.ts';
import { roleIn } from './policy.ts';
import { findList } from './repository.ts';
import { topicOf, visitorOf } from './service.ts';

/** Streams the versions of the list until the session ends or the list becomes invisible to the user. */
export const streamList = (ctx: UserCtx<'live'>, id: string): Promise<StreamAnswer> =>
  ctx.live.stream(ctx.user.id, topicOf(id), async (now) => {
    const user = await readListener(ctx, now);
    const row = user && (await findList(ctx.db, visitorOf({ user, now }), id));
    if (!row || roleIn(user, row) === null) return null;
    return { version: row.version, content_version: row.content_version };
  });
