/** Lets a district withhold media that only its schools have licensed (docs/operate/exchange.md#what-a-district-withholds). */
import { notFound } from '@fundus/contract/errors';
import { recordAudit } from '../../http/audit.ts';
import type { Portal, UserCtx } from '../../http/context.ts';
import { addJobOnce } from '../../jobs/repository.ts';
import type { JobKind } from '../../jobs/runner.ts';
import { touchExported } from '../../search/change-log-repository.ts';
import { findPublicCards, type CardRow } from '../catalogue/index.ts';
import { findHolders, holderToken } from '../licences/index.ts';
import { insertWithheld, isDistrictWithheld, listExportingDistricts, listMediaAfter, removeWithheld } from './withheld-repository.ts';

const TOUCH_JOB = 'touch-exported';
const SLICE = 1_000;

const requireDistrict = ({ user }: UserCtx): string => {
  if (user.district_id === null) throw notFound();
  return user.district_id;
};

export const readExportSetting = async (ctx: UserCtx): Promise<{ exported: boolean }> => ({
  exported: !(await isDistrictWithheld(ctx.db, requireDistrict(ctx))),
});

/** Changes the setting and logs all affected media as changed. */
export async function changeExportSetting(ctx: UserCtx, exported: boolean): Promise<{ exported: boolean }> {
  const district = requireDistrict(ctx);
  if (exported === !(await isDistrictWithheld(ctx.db, district))) return { exported };
  await (exported ? removeWithheld(ctx.db, district) : insertWithheld(ctx.db, district));
  await addJobOnce(ctx.db, { kind: TOUCH_JOB, payload: { district }, now: ctx.now });
  await recordAudit(ctx, 'district.metadataExport', { exported: !exported }, { exported }, { school: null, district });
  return { exported };
}

export const exportWorkers = ({ db }: Portal): Record<string, JobKind> => ({
  [TOUCH_JOB]: {
    work: async (payload) => {
      const { district } = payload as { district: string };
      for (let after: string | undefined = ''; after !== undefined;) {
        const media: string[] = await listMediaAfter(db, district, after, SLICE);
        await db.transaction().execute((trx) => touchExported(trx, media));
        after = media.length < SLICE ? undefined : media.at(-1);
      }
    },
  },
});

/** Returns the search tokens of exported media, or `undefined` if no district withholds media. */
export async function exportedTokens(portal: Portal): Promise<string[] | undefined> {
  const giving = await listExportingDistricts(portal.db);
  return giving?.concat('').map(holderToken);
}

/** Returns those of the media that are exported. */
export async function findExported(portal: Portal, identifiers: readonly string[]): Promise<Map<string, CardRow>> {
  const [cards, giving] = await Promise.all([findPublicCards(portal, identifiers), listExportingDistricts(portal.db)]);
  if (giving === null) return cards;
  const licensed = [...cards.values()].filter(({ free }) => !free).map(({ identifier }) => identifier);
  const holders = await findHolders(portal.db, licensed);
  const districts = new Set(giving).add('');
  return new Map([...cards].filter(([identifier]) => holders.get(identifier)?.some((holder) => districts.has(holder)) ?? true));
}
