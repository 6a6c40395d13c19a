/** Taking back what was given to classes in one act (docs/behaviour/classes.md#media-of-a-class). */
import type { classMedia } from '@fundus/contract/classes/media';
import type { Input } from '@fundus/contract/endpoint';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { takeMediumBack } from '../../licences/index.ts';
import { listEntries, removeEntries } from './media-repository.ts';
import { auditScope, lockOwnClasses } from '../service.ts';

/** What is gone, or was changed by somebody since, is passed over. With `seats` those that were taken with it and not used come back. */
export async function unshareMedia(ctx: UserCtx, { given, seats }: Input<typeof classMedia.unshare>['body']): Promise<{ removed: number }> {
  const found = await listEntries(ctx.db, given);
  const known = await lockOwnClasses(ctx, [...new Set(found.map((entry) => entry.class_id))], 'share');
  // Again, now that nobody changes them.
  const untouched = (await listEntries(ctx.db, given)).filter((entry) => entry.version === 1);
  for (const each of known) {
    const media = [...new Set(untouched.filter((entry) => entry.class_id === each.id).map((entry) => entry.identifier))];
    if (media.length === 0) continue;
    if (seats) for (const identifier of media) await takeMediumBack(ctx, each, identifier);
    await recordAudit(ctx, 'class.unshare', { media }, { class: each.name, media: null }, auditScope(each));
  }
  await removeEntries(
    ctx.db,
    untouched.map((entry) => entry.id),
  );
  return { removed: untouched.length };
}
