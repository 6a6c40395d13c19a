/** Cost per use of a licence (docs/behaviour/uses.md#cost-per-use). */
import type { LicenceCost } from '@fundus/contract/schools/numbers';
import { MIN_PEOPLE } from '@fundus/contract/schools/rules';
import type { Db } from '../../../db/open.ts';
import { countUnpriced, listCosts, type CostRow } from './costs-repository.ts';
import type { CountedScope } from './numbers-repository.ts';

export type Costs = { cost: number; idle: number; unpriced: number; items: LicenceCost[] };

/** Presents a row with its cost per use in cents, rounded. The uses and the cost per use are `null` if too few people used the medium. */
const presentCost = ({ identifier, fn_titel, cost, uses, unused }: CostRow): LicenceCost => ({
  ...{ identifier, fn_titel, cost, state: unused ? 'unused' : uses > 0 ? 'used' : 'few' },
  ...{ uses: uses > 0 ? uses : null, per_use: uses > 0 ? Math.round(cost / uses) : null },
});

/**
 * Returns the costs of all media: used ones by descending cost per use, then those with too few users, then unused ones. `idle` is the total cost of
 * unused licences.
 */
export async function readCosts(db: Db, of: CountedScope, { first, day }: { first: string; day: string }): Promise<Costs> {
  const items = (await listCosts(db, of, { first, day, least: MIN_PEOPLE })).map(presentCost);
  const sum = (rows: readonly LicenceCost[]): number => rows.reduce((all, { cost }) => all + cost, 0);
  return {
    cost: sum(items),
    idle: sum(items.filter(({ state }) => state === 'unused')),
    unpriced: await countUnpriced(db, of, day),
    items,
  };
}
