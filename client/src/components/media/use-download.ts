import { catalogue, type MediaItem } from '@fundus/contract/catalogue/catalogue';
import { call } from '../../api/call.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';

/**
 * Returns a function that downloads the only file of a medium, or opens the page `to` if there are several files. Returns `null` if downloading is
 * not allowed.
 */
export function useDownload({ identifier, can }: Pick<MediaItem, 'identifier' | 'can'>, to: string): (() => void) | null {
  const { t } = useT();
  if (!can.download) return null;
  return () =>
    void call(catalogue.detail, { params: { identifier } }).then(
      ({ files }) => {
        const savable = files.filter((file) => file.role === 'main' && file.download_href);
        location.assign(savable.length === 1 ? savable[0]!.download_href! : to);
      },
      () => showSnackbar({ text: t('card.download.failed'), type: 'error' }),
    );
}
