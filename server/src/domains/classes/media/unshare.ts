/** Undoes sharing media with classes (docs/behaviour/classes.md#media-of-a-class). */
import type { classMedia } from '@fundus/contract/classes/media';
import type { Input } from '@fundus/contract/endpoint';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { revokeMediumSeats } from '../../licences/index.ts';
import { listEntries, removeEntries } from './media-repository.ts';
import { auditScope, lockOwnClasses } from '../service.ts';

/**
 * Removes entries except those that have been changed since. `seats` are the seats assigned at the same time, which are released if they are unused.
 */
export async function unshareMedia(ctx: UserCtx, { given, seats }: Input<typeof classMedia.unshare>['body']): Promise<{ removed: number }> {
  const found = await listEntries(ctx.db, given);
  const known = await lockOwnClasses(ctx, [...new Set(found.map((entry) => entry.class_id))], 'share');
  // Reads the entries again, because the classes are locked now.
  const untouched = (await listEntries(ctx.db, given)).filter((entry) => entry.version === 1);
  for (const each of known) {
    const media = [...new Set(untouched.filter((entry) => entry.class_id === each.id).map((entry) => entry.identifier))];
    if (media.length === 0) continue;
    if (seats) for (const identifier of media) await revokeMediumSeats(ctx, each, identifier);
    await recordAudit(ctx, 'class.unshare', { media }, { class: each.name, media: null }, auditScope(each));
  }
  await removeEntries(
    ctx.db,
    untouched.map((entry) => entry.id),
  );
  return { removed: untouched.length };
}
