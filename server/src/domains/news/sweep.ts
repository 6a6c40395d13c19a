/** What is done about news from time to time. */
import { DAY } from '@fundus/contract/days';
import type { Portal } from '../../http/context.ts';
import { sendNewsDigest } from './digest.ts';
import { removeUnnamedFiles } from './files.ts';

/** Safe to be run as often as one likes: everybody is told once. */
export async function sweepNews(portal: Portal, { remind = true } = {}): Promise<void> {
  await removeUnnamedFiles(portal, new Date(portal.now().getTime() - DAY));
  if (remind) await sendNewsDigest(portal);
}
