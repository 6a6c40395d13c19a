/** Summary of the wishes of a school for the media of a product (docs/behaviour/marketplace.md#wishes). */
import type { Product, WISH_STEPS } from '@fundus/contract/marketplace/marketplace';
import type { ValueOf } from '../../../db/tables.ts';
import type { Ctx } from '../../../http/context.ts';
import { mayWishMedia } from '../../catalogue/index.ts';
import { listWishesFor } from './product-repository.ts';

type Step = (typeof WISH_STEPS)[number];

/** States of a wish and the step displayed for each, from most to least advanced. */
const STEPS: readonly (readonly [ValueOf<'wish', 'state'>, Step])[] = [
  ['ordered', 'bought'],
  ['planned', 'planned'],
  ['examined', 'examined'],
  ['open', 'suggested'],
  ['declined', 'declined'],
];

/** Returns the summary of the wishes at the user's school, or `null` if the user may not wish for media. */
export async function readWishesFor({ db, user }: Ctx, product: string): Promise<Product['wishes']> {
  if (!user || user.school_id === null || !mayWishMedia(user)) return null;
  const wishes = await listWishesFor(db, product, user.school_id);
  const furthest = STEPS.find(([state]) => wishes.some((wish) => wish.state === state));
  return {
    count: new Set(wishes.map(({ person_id }) => person_id)).size,
    step: furthest?.[1] ?? null,
    answer: wishes.find(({ state, answer }) => state === furthest?.[0] && answer !== '')?.answer ?? '',
    own: wishes.some(({ person_id }) => person_id === user.id),
  };
}
