/** Presents a trial to one user (docs/behaviour/marketplace.md#trials). */
import { isTeacher } from '@fundus/contract/access';
import { today } from '@fundus/contract/days';
import type { TrialState } from '@fundus/contract/marketplace/rules';
import type { Trial } from '@fundus/contract/marketplace/trials';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { mayApprove } from '../policy.ts';
import type { ProductRow } from '../products/product-repository.ts';
import { findTrialOf, hasTrial, type TrialRow } from './trial-repository.ts';
import type { SignedIn } from '../../../visitors/signed-in.ts';

/** Returns whether the user may request trials: only teachers who belong to a school. */
export const mayTry = (user: SignedIn | null): user is SignedIn =>
  user !== null && !user.by_code && user.school_id !== null && isTeacher(user);

const stateOf = ({ state, ends_on }: Pick<TrialRow, 'state' | 'ends_on'>, day: string): TrialState =>
  state === 'running' && ends_on! < day ? 'ended' : state;

export function presentTrial({ user, now }: Pick<UserCtx, 'user' | 'now'>, row: TrialRow): Trial {
  const { id, product_id, title, publisher, person_name, note, reason, starts_on, ends_on, media, used } = row;
  const state = stateOf(row, today(now));
  const own = row.person_id === user.id;
  const approves = mayApprove(user) && row.school_id === user.school_id;
  return {
    ...{ id, product: { id: product_id, title, publisher }, person: person_name, state, note, reason, starts_on, ends_on, media, used },
    can: { decide: approves && state === 'asked', end: (own || approves) && (state === 'running' || (own && state === 'asked')) },
  };
}

/** Returns the user's trial of a product, and whether they may request one. */
export async function readTrialOf(ctx: Ctx, product: ProductRow): Promise<{ tried: Trial | null; try: boolean }> {
  const { db, user, now } = ctx;
  if (!mayTry(user)) return { tried: null, try: false };
  const row = await findTrialOf(db, product.id, user.id);
  if (row) return { tried: presentTrial({ user, now }, row), try: false };
  const open = product.trial && product.state === 'active' && user.district_id === product.district_id;
  return { tried: null, try: open && !(await hasTrial(db, product.id, user.school_id!, today(now))) };
}
