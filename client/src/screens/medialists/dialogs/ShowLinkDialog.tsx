import type { ShareLink } from '@fundus/contract/medialists/links';
import { Copy } from 'lucide-react';
import { copyShareLink, shareLinkUrl } from '../../../components/medialists/link-address.ts';
import { LinkCode } from '../../../components/medialists/LinkCode.tsx';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';

/** Shows a share link as a QR code, a URL and a code to type. */
export function ShowLinkDialog({ listId, link, onClose }: { listId: string; link: ShareLink; onClose: () => void }) {
  const { t } = useT();
  return (
    <Dialog
      open
      onClose={onClose}
      title={link.name || t(`list.links.kind.${link.kind}`)}
      closeLabel={t('app.close')}
      foot={
        <Button variant="primary" icon={<Copy />} onClick={() => void copyShareLink(shareLinkUrl(link))}>
          {t('list.links.copy')}
        </Button>
      }
    >
      <LinkCode listId={listId} link={link} />
    </Dialog>
  );
}
