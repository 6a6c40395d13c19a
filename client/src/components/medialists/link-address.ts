import type { ShareLink } from '@fundus/contract/medialists/links';
import { t } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { copyText } from '../../ui/copy-text.ts';

/** Returns the full address of a share link. */
export const shareLinkUrl = ({ path }: Pick<ShareLink, 'path'>): string => location.origin + (path ?? '');

export async function copyShareLink(address: string): Promise<void> {
  const done = await copyText(address);
  showSnackbar({ text: t(done ? 'list.links.copied' : 'list.links.copy.failed'), type: done ? 'success' : 'error' });
}
