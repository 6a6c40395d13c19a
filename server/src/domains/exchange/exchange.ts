/** Shared parts of all interfaces for other systems. */
import type { Portal } from '../../http/context.ts';
import { isPublic } from '../catalogue/index.ts';
import { readSettings } from '../setup/index.ts';
import type { Site } from './described.ts';

/** `origin`: the portal's address in the request; `address`: network of the caller; `authorization`: the header. */
export type ExchangeRequest = { params: URLSearchParams; origin: string; address: string; authorization: string };

export type Reply = { status: number; type: string; body: string; headers?: Readonly<Record<string, string>> };

export const XML_TYPE = 'text/xml; charset=utf-8';

/** Returns whether metadata is exported: guests can see the catalogue, and it is not switched off. */
export const exportsMetadata = ({ config }: Pick<Portal, 'config'>): boolean => config.MetadataExport && isPublic(config);

export const siteOf = ({ config }: Portal, origin: string): Site => ({ config, origin });

export async function siteName({ db }: Pick<Portal, 'db'>): Promise<string> {
  const { senderName, productName } = await readSettings(db);
  return senderName || productName;
}
