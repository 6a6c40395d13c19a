import { medialistLinks, type ShareLink } from '@fundus/contract/medialists/links';
import { href } from '@fundus/contract/screens';
import { address } from '../../api/call.ts';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import './link-code.css';

/** Shows a share link as a QR code and as text. */
export function LinkCode({ listId, link: { id, kind, code, valid_until, has_password } }: { listId: string; link: ShareLink }) {
  const { t, locale } = useT();
  return (
    <div className="link-code">
      <p>{t(`list.links.show.${kind}`)}</p>
      <img src={address(medialistLinks.linkQr, { params: { id: listId, linkId: id } })} alt={t('list.links.qr')} />
      <p>{t('list.links.type', { address: `${location.host}${href('link', {})}` })}</p>
      <p className="link-code-typed">{code}</p>
      <p className="quiet small">
        {kind === 'substitute' ? t('list.links.today.hint') : t('list.links.until', { date: formatDate(valid_until, 'long', locale) })}
        {has_password && ` ${t('list.links.locked.hint')}`}
      </p>
    </div>
  );
}
