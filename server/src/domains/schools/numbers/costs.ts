/** Cost per use of a licence (docs/behaviour/uses.md#cost-per-use). */
import type { LicenceCost } from '@fundus/contract/schools/numbers';
import { MIN_PEOPLE } from '@fundus/contract/schools/rules';
import type { Db } from '../../../db/open.ts';
import { countUnpriced, listCosts, type CostRow } from './costs-repository.ts';
import type { Counted } from './numbers-repository.ts';

export type Costs = { cost: number; idle: number; unpriced: number; items: LicenceCost[] };

/** Costs per use below a hundred cents may be fractional. */
const presentCost = ({ identifier, fn_titel, cost, uses, unused }: CostRow): LicenceCost => ({
  ...{ identifier, fn_titel, cost, state: unused ? 'unused' : uses > 0 ? 'used' : 'few' },
  ...{ uses: uses > 0 ? uses : null, per_use: uses > 0 ? Math.round(cost / uses) : null },
});

/** Returns the costs, most expensive use first, then too little used, then unused licences. `idle` is the cost of the latter. */
export async function readCosts(db: Db, of: Counted, { first, day }: { first: string; day: string }): Promise<Costs> {
  const items = (await listCosts(db, of, { first, day, least: MIN_PEOPLE })).map(presentCost);
  const sum = (rows: readonly LicenceCost[]): number => rows.reduce((all, { cost }) => all + cost, 0);
  return {
    cost: sum(items),
    idle: sum(items.filter(({ state }) => state === 'unused')),
    unpriced: await countUnpriced(db, of, day),
    items,
  };
}
