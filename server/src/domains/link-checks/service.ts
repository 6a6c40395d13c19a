/** Broken links for editors of the catalogue (docs/behaviour/link-checks.md). */
import { today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { notFound } from '@fundus/contract/errors';
import type { LinkCheck, linkChecks } from '@fundus/contract/link-checks/link-checks';
import type { UserCtx } from '../../http/context.ts';
import { checkLink } from './check-link.ts';
import {
  countChecks,
  findRequestedCheck,
  findCheck,
  listChecks,
  touchCheck,
  writeCheck,
  type CheckRow,
  type Due,
  type CheckResult,
} from './repository.ts';

const present = ({ checked_at, ...row }: CheckRow): LinkCheck => ({ ...row, checked_at: checked_at.toISOString() });

export async function readChecks(
  { db }: UserCtx,
  { state, offset, limit }: Input<typeof linkChecks.list>['query'],
): Promise<Reply<typeof linkChecks.list>> {
  const counts = await countChecks(db);
  return { total: counts[state], offset, limit, counts, items: (await listChecks(db, state, offset, limit)).map(present) };
}

export async function readOfMedium({ db }: UserCtx, identifier: string): Promise<Reply<typeof linkChecks.ofMedium>> {
  const row = await findCheck(db, identifier);
  return { check: row ? present(row) : null };
}

/** Checks a link immediately, outside the transaction, because the server may be slow. */
export const checkNow = {
  before: async (
    { db, remote }: UserCtx<'remote'>,
    { params }: Input<typeof linkChecks.checkNow>,
  ): Promise<{ link: Due; found: CheckResult | undefined }> => {
    const link = await findRequestedCheck(db, params.identifier);
    if (!link) throw notFound('identifier');
    return { link, found: await checkLink(remote, link.url) };
  },
  write: async (
    ctx: UserCtx,
    { params }: Input<typeof linkChecks.checkNow>,
    { link, found }: { link: Due; found: CheckResult | undefined },
  ): Promise<Reply<typeof linkChecks.checkNow>> => {
    if (found) await writeCheck(ctx.db, link, found, ctx.now, today(ctx.now));
    else await touchCheck(ctx.db, link, ctx.now);
    return readOfMedium(ctx, params.identifier);
  },
};
