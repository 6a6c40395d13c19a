/** The portals of `deploy/examples`, one for all journeys each. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { FrontendConfigInput } from '@fundus/contract/config';
import { PORTAL_TYPES, type PortalType } from '@fundus/contract/portal-types';
import { sharedPortal } from './portals.ts';

const modeOf = (type: PortalType): Mode => type || 'standalone';

/** Every portal type has an example; the one without a type is called `standalone`. */
export type Mode = Exclude<PortalType, ''> | 'standalone';
export const MODES: readonly Mode[] = PORTAL_TYPES.map(modeOf);

/** The switches that have routes of their own are on. */
const MORE: Partial<Record<Mode, FrontendConfigInput>> = { standalone: { VectorSearch: true, GeraeteVerleih: true } };

/** Address of the portal in that mode. */
export async function portalIn(mode: Mode): Promise<string> {
  const file = resolve(import.meta.dirname, `../../deploy/examples/${mode}.json`);
  const config = { ...(JSON.parse(await readFile(file, 'utf8')) as FrontendConfigInput), ...MORE[mode] };
  return (await sharedPortal(mode, { config })).url;
}
