/** Types and functions that all interfaces for other systems share. */
import type { Portal } from '../../http/context.ts';
import { isPublic } from '../catalogue/index.ts';
import { readSettings } from '../setup/index.ts';
import type { Site } from './described.ts';

/**
 * A request of another system. `origin` is the portal's origin in the request, `address` the network of the caller, and `authorization` the header.
 */
export type ExchangeRequest = { params: URLSearchParams; origin: string; address: string; authorization: string };

export type Reply = { status: number; type: string; body: string; headers?: Readonly<Record<string, string>> };

export const XML_TYPE = 'text/xml; charset=utf-8';

/** Returns whether metadata is exported. This requires that anonymous visitors can see the catalogue and that the export is not disabled. */
export const exportsMetadata = ({ config }: Pick<Portal, 'config'>): boolean => config.MetadataExport && isPublic(config);

export const siteOf = ({ config }: Portal, origin: string): Site => ({ config, origin });

export async function siteName({ db }: Pick<Portal, 'db'>): Promise<string> {
  const { senderName, productName } = await readSettings(db);
  return senderName || productName;
}
