/**
 * Rights of a person that their school fulfils: rectification, export and erasure (docs/behaviour/people.md#rights-of-people; GDPR art. 15 to 17).
 */
import type { Reply, StreamAnswer } from '@fundus/contract/endpoint';
import type { people, PersonEntry } from '@fundus/contract/people/people';
import { fullName } from '@fundus/contract/people/full-name';
import { href } from '@fundus/contract/screens';
import { recordAudit } from '../../http/audit.ts';
import type { UserCtx } from '../../http/context.ts';
import { personFile } from '../accounts/index.ts';
import { notifyPerson, simpleMail } from '../mails/index.ts';
import { changePerson, requireRemainingAdmin } from './changes.ts';
import { auditScope, readPerson, requireManaged, requireAllowed, applyAccountEvent } from './people.ts';

export async function renamePerson(
  ctx: UserCtx,
  id: string,
  { version, ...names }: { version: number; vorname: string; name: string },
): Promise<PersonEntry> {
  const row = await requireManaged(ctx, id);
  requireAllowed(ctx, row, version, 'rename');
  if (row.vorname === names.vorname && row.name === names.name) return readPerson(ctx, id);
  await changePerson(ctx, row, names);
  await recordAudit(ctx, 'person.rename', null, null, auditScope(row));
  const full = fullName(names);
  await notifyPerson(ctx, id, simpleMail('accountRenamed', { full }, row.state === 'active' ? href('account') : undefined));
  return readPerson(ctx, id);
}

/** Streams the data of a person without private data, which only the person can export. */
export async function exportPerson(ctx: UserCtx<'domains'>, id: string, asked: Parameters<typeof personFile>[2]): Promise<StreamAnswer> {
  const row = await requireManaged(ctx, id);
  requireAllowed(ctx, row, row.version, 'exportData');
  await recordAudit(ctx, 'person.export', null, null, auditScope(row));
  if (id !== ctx.user.id)
    await notifyPerson(
      ctx,
      id,
      simpleMail('accountExported', {}, row.state === 'active' ? href('account', { section: 'data' }) : undefined),
    );
  return personFile(ctx, ctx.domains.personData(ctx.db, id, { forOthers: true }), asked, 'personData');
}

/** Returns the borrowed devices, orders and amounts that prevent the erasure of the account. */
export async function readObligations(ctx: UserCtx<'domains'>, id: string): Promise<Reply<typeof people.obligations>> {
  const row = await requireManaged(ctx, id);
  return { items: (await ctx.domains.obligations(ctx, [row.id])).map(({ kind, count, place }) => ({ kind, count, place })) };
}

export async function scheduleErasure(ctx: UserCtx, id: string, version: number, reason: string): Promise<PersonEntry> {
  const row = await requireManaged(ctx, id);
  requireAllowed(ctx, row, version, 'erase');
  await requireRemainingAdmin(ctx.db, row, { everywhere: true });
  return applyAccountEvent(ctx, row, version, 'schedule_erasure', reason);
}

export async function keepAccount(ctx: UserCtx, id: string, version: number): Promise<PersonEntry> {
  const row = await requireManaged(ctx, id);
  return applyAccountEvent(ctx, row, version, row.blocked_before ? 'keep_blocked' : 'keep');
}
