/** Portals with the example configurations in `deploy/examples`, shared by all tests. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { FrontendConfigInput } from '@fundus/contract/config';
import { PORTAL_TYPES, type PortalType } from '@fundus/contract/portal-types';
import { sharedPortal } from './portals.ts';

const modeOf = (type: PortalType): Mode => type || 'standalone';

/** Name of an example configuration. `standalone` is the example without a portal type. */
export type Mode = Exclude<PortalType, ''> | 'standalone';
export const MODES: readonly Mode[] = PORTAL_TYPES.map(modeOf);

/** Additional settings that enable the routes of optional features. */
const MORE: Partial<Record<Mode, FrontendConfigInput>> = { standalone: { VectorSearch: true, GeraeteVerleih: true } };

/** Returns the address of the shared portal with an example configuration. */
export async function modePortal(mode: Mode): Promise<string> {
  const file = resolve(import.meta.dirname, `../../deploy/examples/${mode}.json`);
  const config = { ...(JSON.parse(await readFile(file, 'utf8')) as FrontendConfigInput), ...MORE[mode] };
  return (await sharedPortal(mode, { config })).url;
}
