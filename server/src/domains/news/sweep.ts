/** Hourly maintenance of news. */
import { DAY } from '@fundus/contract/days';
import type { Portal } from '../../http/context.ts';
import { sendNewsDigest } from './digest.ts';
import { removeUnusedFiles } from './files.ts';

/** Removes unused files and sends mails. Idempotent. */
export async function sweepNews(portal: Portal<'storage'>, { remind = true } = {}): Promise<void> {
  await removeUnusedFiles(portal, new Date(portal.now().getTime() - DAY));
  if (remind) await sendNewsDigest(portal);
}
