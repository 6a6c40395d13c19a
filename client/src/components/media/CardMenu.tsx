import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import { Building2, ClipboardPlus, Download, EllipsisVertical, Gift, Info, ListPlus, PackageOpen, Replace, Share2 } from 'lucide-react';
import { href } from '@fundus/contract/screens';
import { useState } from 'react';
import { useT } from '../../i18n/translate.ts';
import { addMediaToList } from '../../stores/add-to-list.ts';
import { startAssignment } from '../../stores/new-assignment.ts';
import { useSession } from '../../stores/session.ts';
import { Menu, type MenuItem } from '../../ui/overlays/Menu.tsx';
import { mayCreateLists } from '../medialists/may-list.ts';
import { mayShare } from '../sharing/may-share.ts';
import { canBeAssigned, isClosed, substituteHref } from './card-state.ts';
import { scopeHref, searchScope } from '../search/search-scope.ts';
import { useWish, useWishPlace } from './use-wish.ts';
import './media-card.css';
import { loadLater } from '../../ui/load-later.tsx';

const ShareDialog = loadLater(async () => (await import('../sharing/ShareDialog.tsx')).ShareDialog);

type Props = {
  item: MediaItem;
  /** Address of the medium's page. */
  to: string;
  /** Starts the download; `null` if downloading is not allowed. */
  onDownload: (() => void) | null;
};

/** Shows a menu with the actions that are available for a medium. */
export function CardMenu({ item, to, onDownload }: Props) {
  const { t } = useT();
  const [sharing, setSharing] = useState(false);
  const session = useSession();
  const place = useWishPlace();
  const { wish } = useWish(item.identifier, item.fn_titel);
  const scope = searchScope(session);
  const substitute = isClosed(item, session) ? substituteHref(item, session) : null;
  const items: MenuItem[] = [{ kind: 'link', label: t('card.details'), icon: <Info />, href: to }];
  if (mayShare(session)) {
    items.push({ label: t('share.action'), icon: <Share2 />, onSelect: () => setSharing(true) });
    if (canBeAssigned(item)) items.push({ label: t('assignment.give'), icon: <ClipboardPlus />, onSelect: () => startAssignment(item) });
  }
  if (mayCreateLists(session)) items.push({ label: t('list.add.action'), icon: <ListPlus />, onSelect: () => addMediaToList([item]) });
  if (item.can.borrow) {
    const booking = href('tech-rental', {}, { medium: item.identifier });
    items.push({ kind: 'link', label: t('card.borrow'), icon: <PackageOpen />, href: booking });
  }
  if (onDownload) items.push({ label: t('card.download'), icon: <Download />, onSelect: onDownload });
  if (substitute) items.push({ kind: 'link', label: t('card.substitute'), icon: <Replace />, href: substitute });
  if (item.can.wish) items.push({ label: t(`wish.make.${place}`), icon: <Gift />, onSelect: wish });
  if (scope && item.fn_prodname) {
    items.push({
      kind: 'link',
      label: t('card.moreOf', { producer: item.fn_prodname }),
      icon: <Building2 />,
      href: scopeHref(scope, { filter_fn_prodname: item.fn_prodname }),
    });
  }
  return (
    <>
      <Menu label={t('card.menu', { title: item.fn_titel })} className="menu-btn" trigger={<EllipsisVertical />} sections={[{ items }]} />
      {sharing && <ShareDialog media={[item]} onClose={() => setSharing(false)} />}
    </>
  );
}
