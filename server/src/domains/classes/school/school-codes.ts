/** Creates, issues and prints learner codes for all classes of a school (docs/behaviour/classes.md#all-classes-of-a-school). */
import type { classes } from '@fundus/contract/classes/classes';
import { CODES_AT_ONCE } from '@fundus/contract/classes/school-classes';
import type { Input, Reply, StreamAnswer } from '@fundus/contract/endpoint';
import { invalid, notFound } from '@fundus/contract/errors';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { updateClassSeats } from '../../licences/index.ts';
import { createCodeBatch, newCodes } from '../codes/code-batch.ts';
import { findLastCodeDay } from '../codes/codes.ts';
import { stateOf } from '../policy.ts';
import { lockClasses } from '../repository.ts';
import { countLearners } from './year-repository.ts';
import { listRunning } from './school-class-repository.ts';
import { requireOwnSchool } from './school-classes.ts';
import { drawCodesOf, issueClassCodes } from './year.ts';

/** Creates missing codes. Courses and groups are skipped, because their learners have codes in their classes. */
export async function fillCodes(
  ctx: UserCtx,
  id: string,
  { codes: wanted, dry_run }: Input<typeof classes.fillCodes>['body'],
): Promise<Reply<typeof classes.fillCodes>> {
  const school = await requireOwnSchool(ctx, id);
  const running = await lockClasses(ctx.db, ctx.user, await listRunning(ctx.db, id));
  const learners = await countLearners(
    ctx.db,
    running.map((row) => row.id),
  );
  const rows = running.map((row) => ({ ...row, learners: learners.get(row.id) ?? 0 }));
  const short = rows.filter((row) => row.kind === 'class' && stateOf(row) === 'active' && row.learners < wanted);
  const made = short.reduce((sum, row) => sum + wanted - row.learners, 0);
  if (made > CODES_AT_ONCE) throw invalid('codes', 'max', { most: CODES_AT_ONCE });
  const reply = { classes: short.length, made };
  if (dry_run || made === 0) return reply;
  const valid_until = await findLastCodeDay(ctx, id);
  for (const row of short) {
    const batch = { classId: row.id, school_id: id, name: row.name.slice(0, 30).trim(), valid_until, by: ctx.user.id };
    await createCodeBatch(ctx, { ...batch, codes: newCodes(wanted - row.learners) });
  }
  await updateClassSeats(
    ctx,
    short.map((row) => row.id),
  );
  await recordAudit(ctx, 'code.make', null, { count: made, valid_until }, { school: id, district: school.district_id });
  return reply;
}

/** Issues the codes of all active classes, because they are about to be printed. */
export async function printCards(ctx: UserCtx, id: string): Promise<Reply<typeof classes.printCards>> {
  const school = await requireOwnSchool(ctx, id);
  const running = await listRunning(ctx.db, id);
  const printed = (await issueClassCodes(ctx, running)).length;
  if (printed > 0) await recordAudit(ctx, 'code.print', null, { count: printed }, { school: id, district: school.district_id });
  return { classes: running.length, printed };
}

/** Draws the issued codes as cards. Throws `not_found` for the field `codes` if there are none. */
export async function drawCards(ctx: UserCtx<'storage'>, id: string, look: Input<typeof classes.cards>['query']): Promise<StreamAnswer> {
  const school = await requireOwnSchool(ctx, id);
  const pdf = await drawCodesOf(ctx, await listRunning(ctx.db, id), { ...look, school: school.name });
  if (!pdf) throw notFound('codes');
  return pdf;
}
