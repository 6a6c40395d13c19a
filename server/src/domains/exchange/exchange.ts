/** What every interface for other systems needs to know, and gives. */
import type { Portal } from '../../http/context.ts';
import { isPublic } from '../catalogue/index.ts';
import { readSettings } from '../setup/index.ts';
import type { Site } from './described.ts';

/** `origin`: where the portal is, as whoever asks knows it; `address`: their network; `authorization`: the header. */
export type Asked = { params: URLSearchParams; origin: string; address: string; authorization: string };

export type Reply = { status: number; type: string; body: string; headers?: Readonly<Record<string, string>> };

export const XML_TYPE = 'text/xml; charset=utf-8';

/** Whether other systems learn anything: where guests may look into the catalogue, and nobody switched it off. */
export const tellsOthers = ({ config }: Pick<Portal, 'config'>): boolean => config.MetadataExport && isPublic(config);

export const siteOf = ({ config }: Portal, origin: string): Site => ({ config, origin });

export async function siteName({ db }: Pick<Portal, 'db'>): Promise<string> {
  const { senderName, productName } = await readSettings(db);
  return senderName || productName;
}
