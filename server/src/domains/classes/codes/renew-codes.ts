/** Renews learner codes of a class after lost cards or expiry (docs/behaviour/classes.md#learner-codes). */
import { codeState } from '@fundus/contract/classes/rules';
import type { learnerCodes } from '@fundus/contract/classes/learner-codes';
import { today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { updateClassSeats } from '../../licences/index.ts';
import { createLearnerCode, toStoredCode } from './code-batch.ts';
import { countEndedCodes, endCodeSessions, listCodes, renewCodes } from './code-repository.ts';
import { findLastCodeDay, firstExtendableDay, requireEnd } from './codes.ts';
import { auditScope, lockOwnClass } from '../service.ts';

type Wanted = Input<typeof learnerCodes.renewCodes>['body'];

export async function renewAll(
  ctx: UserCtx,
  classId: string,
  { which, valid_until }: Wanted,
): Promise<Reply<typeof learnerCodes.renewCodes>> {
  const row = await lockOwnClass(ctx, classId, 'codes');
  const day = today(ctx.now);
  requireEnd(valid_until, day, await findLastCodeDay(ctx, row.school_id));
  const renewable = (await listCodes(ctx.db, classId)).filter((code) => code.valid_until >= firstExtendableDay(day));
  const wanted = which === 'all' ? renewable : renewable.filter((code) => codeState(code, day) === 'expired');
  const fresh = wanted.map(({ id }) => ({ id, ...toStoredCode(ctx.secret, createLearnerCode()) }));
  const renewed = await renewCodes(ctx.db, fresh, valid_until, ctx.now);
  await endCodeSessions(ctx.db, renewed);
  await updateClassSeats(ctx, [classId]);
  if (renewed.length > 0) await recordAudit(ctx, 'code.renew', null, { count: renewed.length, valid_until }, auditScope(row));
  return { renewed, ended: await countEndedCodes(ctx.db, classId, firstExtendableDay(day)) };
}
