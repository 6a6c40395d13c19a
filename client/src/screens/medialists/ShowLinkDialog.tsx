import { medialistLinks, type ShareLink } from '@fundus/contract/medialists/links';
import { href } from '@fundus/contract/screens';
import { Copy } from 'lucide-react';
import { address } from '../../api/call.ts';
import { copyLink, linkAddress } from '../../components/medialists/link-address.ts';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import './medialists.css';

/** A link to be scanned, typed or sent. */
export function ShowLinkDialog({ listId, link, onClose }: { listId: string; link: ShareLink; onClose: () => void }) {
  const { t, locale } = useT();
  const { kind, name, code, valid_until, has_password } = link;
  return (
    <Dialog
      open
      onClose={onClose}
      title={name || t(`list.links.kind.${kind}`)}
      closeLabel={t('app.close')}
      foot={
        <Button variant="primary" icon={<Copy />} onClick={() => void copyLink(linkAddress(link))}>
          {t('list.links.copy')}
        </Button>
      }
    >
      <div className="list-link-show">
        <p>{t(`list.links.show.${kind}`)}</p>
        <img src={address(medialistLinks.linkQr, { params: { id: listId, linkId: link.id } })} alt={t('list.links.qr')} />
        <p>{t('list.links.type', { address: `${location.host}${href('link', {})}` })}</p>
        <p className="list-link-code">{code}</p>
        <p className="quiet small">
          {kind === 'substitute' ? t('list.links.today.hint') : t('list.links.until', { date: formatDate(valid_until, 'long', locale) })}
          {has_password && ` ${t('list.links.locked.hint')}`}
        </p>
      </div>
    </Dialog>
  );
}
