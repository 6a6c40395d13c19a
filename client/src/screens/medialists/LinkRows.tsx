import type { Medialist } from '@fundus/contract/medialists/medialists';
import { medialistLinks, type ShareLink } from '@fundus/contract/medialists/links';
import { useQuery } from '@tanstack/react-query';
import { Copy, EllipsisVertical, Link as LinkSign, QrCode, SquarePen, UserRoundCheck, X } from 'lucide-react';
import { useState } from 'react';
import { query, useCall } from '../../api/query.ts';
import { ConfirmDialog } from '../../components/forms/ConfirmDialog.tsx';
import { copyShareLink, shareLinkUrl } from '../../components/medialists/link-address.ts';
import { LINK_READS, showError } from '../../components/medialists/reads.ts';
import { formatDate } from '../../i18n/format.ts';
import { joinFacts } from '../../i18n/join-facts.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { loadLater } from '../../ui/load-later.tsx';
import { Menu } from '../../ui/overlays/Menu.tsx';
import './medialists.css';

const LinkDialog = loadLater(async () => (await import('./dialogs/dialogs.ts')).LinkDialog);
const ShowLinkDialog = loadLater(async () => (await import('./dialogs/dialogs.ts')).ShowLinkDialog);

type Open = { what: 'show' | 'change' | 'end'; link: ShareLink };

/** Lists the share links and substitute codes of a list. */
export function LinkRows({ list }: { list: Medialist }) {
  const { t } = useT();
  const [open, setOpen] = useState<Open | null>(null);
  const read = useQuery({ ...query(medialistLinks.links, { params: { id: list.id } }), staleTime: 0 });
  const revoke = useCall(medialistLinks.revokeLink, LINK_READS);
  const close = () => setOpen(null);
  const links = read.data?.links ?? [];
  if (links.length === 0) return null;
  const end = (link: ShareLink) =>
    revoke.mutate(
      { params: { id: list.id, linkId: link.id } },
      {
        onSuccess: () => {
          close();
          showSnackbar({ text: t('list.links.ended'), type: 'success' });
        },
        onError: showError,
      },
    );
  return (
    <>
      <ul className="lines" aria-label={t('list.links')}>
        {links.map((link) => (
          <LinkRow key={link.id} link={link} onOpen={(action) => setOpen({ what: action, link })} />
        ))}
      </ul>
      {open?.what === 'show' && <ShowLinkDialog listId={list.id} link={open.link} onClose={close} />}
      {open?.what === 'change' && <LinkDialog listId={list.id} link={open.link} onClose={close} />}
      {open?.what === 'end' && (
        <ConfirmDialog
          title={t('list.links.end.title', { name: open.link.name || open.link.code || t(`list.links.kind.${open.link.kind}`) })}
          action={t('list.links.end')}
          disabled={revoke.isPending}
          onClose={close}
          onAction={() => end(open.link)}
        >
          <p>{t('list.links.end.text')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function LinkRow({ link, onOpen }: { link: ShareLink; onOpen: (action: 'show' | 'change' | 'end') => void }) {
  const { t, locale } = useT();
  const { kind, name, code, state, valid_until: until, has_password, opened, can } = link;
  const over = state !== 'active';
  const unreadable = link.path === null;
  const called = name || t(`list.links.kind.${kind}`);
  const Sign = kind === 'link' ? LinkSign : UserRoundCheck;
  const says = [
    unreadable ? t('list.links.unreadable') : code,
    state === 'active' && kind === 'substitute'
      ? t('list.links.today')
      : t(over && state !== 'blocked' ? 'list.release.ended' : 'list.release.until', { date: formatDate(until, 'short', locale) }),
    state === 'blocked' && t('list.release.suspended'),
    has_password && t('list.links.locked'),
    opened === 0 ? t('list.links.unopened') : t('list.links.opened', { count: opened }),
  ];
  return (
    <li className="list-side-row" data-dim={over || unreadable || undefined}>
      <Sign className="i-16" aria-hidden="true" />
      <span>
        {called}
        <span className="small-print">{joinFacts(says)}</span>
      </span>
      <Menu
        label={t('list.links.menu', { name: called })}
        trigger={<EllipsisVertical />}
        sections={[
          {
            items: [
              ...(over || unreadable
                ? []
                : [
                    { label: t('list.links.show'), icon: <QrCode />, onSelect: () => onOpen('show') },
                    { label: t('list.links.copy'), icon: <Copy />, onSelect: () => void copyShareLink(shareLinkUrl(link)) },
                  ]),
              ...(can.change && kind === 'link'
                ? [{ label: t('list.links.change'), icon: <SquarePen />, onSelect: () => onOpen('change') }]
                : []),
              ...(can.revoke ? [{ label: t('list.links.end'), icon: <X />, onSelect: () => onOpen('end') }] : []),
            ],
          },
        ]}
      />
    </li>
  );
}
