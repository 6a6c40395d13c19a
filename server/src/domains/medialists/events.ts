/** Whoever has a list open learns that it changed (docs/behaviour/medialists.md#changes-seen-at-once). */
import type { StreamAnswer } from '@fundus/contract/endpoint';
import type { UserCtx } from '../../http/context.ts';
import { readVisitor } from '../../visitors/repository.ts';
import { roleIn } from './policy.ts';
import { findList } from './repository.ts';
import { topicOf, visitorOf } from './service.ts';

/** The versions of the list, as long as the visitor may sign in and see it. */
export const streamList = (ctx: UserCtx, id: string): Promise<StreamAnswer> =>
  ctx.live.stream(ctx.user.id, topicOf(id), async (now) => {
    const user = await readVisitor(ctx.db, ctx.user.id, now);
    const row = user && (await findList(ctx.db, visitorOf({ user, now }), id));
    if (!row || roleIn(user, row) === null) return null;
    return { version: row.version, content_version: row.content_version };
  });
