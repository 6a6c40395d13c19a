import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';

/** Source of new download addresses for a page. */
export type DownloadSource = {
  /** Time in milliseconds at which the addresses were signed, by the browser's clock. */
  signedAt: number;
  /** Returns a newly signed address, or `null` if downloading is no longer allowed. */
  renew: (id: string) => Promise<string | null>;
};

/**
 * Time in milliseconds for which a download address is used: its lifetime of ten minutes (docs/behaviour/files.md#signed-addresses) minus a safety
 * margin.
 */
const GOOD_MS = 9 * 60_000;

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { id: string; href: string; saving: DownloadSource };

/** Shows a link that downloads a file. It renews an expired address before the download. */
export function SaveLink({ id, href, saving, onClick, children, ...rest }: Props) {
  const { t } = useT();
  const click = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (Date.now() - saving.signedAt < GOOD_MS) return;
    event.preventDefault();
    saving.renew(id).then(
      (fresh) => (fresh ? saveFrom(fresh) : failed()),
      () => failed(),
    );
  };
  const failed = (): void => showSnackbar({ text: t('save.failed'), type: 'error' });
  return (
    <a {...rest} href={href} download onClick={click}>
      {children}
    </a>
  );
}

function saveFrom(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}
