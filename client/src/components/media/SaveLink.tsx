import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';

/** Where the addresses of a page come from. */
export type Saving = {
  /** When they were signed, in milliseconds of this browser's clock. */
  signedAt: number;
  /** The address of a file signed anew; null where it may not be saved any more. */
  renew: (id: string) => Promise<string | null>;
};

/** Addresses to save are good for ten minutes (docs/behaviour/files.md#signed-addresses); one minute is left for the way. */
const GOOD_MS = 9 * 60_000;

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { id: string; href: string; saving: Saving };

/** A link that saves a file. On a page that has been open for longer than its address is good, a fresh one is fetched first. */
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
