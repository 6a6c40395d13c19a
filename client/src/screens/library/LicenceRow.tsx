import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import type { LicenceEntry } from '@fundus/contract/library/library';
import { classMediaKind } from '@fundus/contract/classes/media-kind';
import { licenceSeats } from '@fundus/contract/licences/seats';
import { href } from '@fundus/contract/screens';
import { EllipsisVertical, Hand, Settings2, Share2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { LicenceStateLabel } from '../../components/licences/LicenceStateLabel.tsx';
import { LICENCE_READS } from '../../components/licences/refreshes.ts';
import { licenceError, ownSeatText } from '../../components/licences/words.ts';
import { mayShare } from '../../components/sharing/may-share.ts';
import { useUndo } from '../../stores/use-undo.ts';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Menu, type MenuItem } from '../../ui/overlays/Menu.tsx';
import { usePhone } from '../../ui/use-width.ts';
import { ShelfRow } from './ShelfRow.tsx';
import '../../components/lists/shelf.css';
import { loadLater } from '../../ui/load-later.tsx';

const ShareDialog = loadLater(async () => (await import('../../components/sharing/ShareDialog.tsx')).ShareDialog);

/** Shows a licensed medium with its expiry date, seat and actions, which are in a menu on phones. */
export function LicenceRow({ entry, trail }: { entry: LicenceEntry; trail: readonly MediaItem[] }) {
  const { t, locale } = useT();
  const session = useSession();
  const { user } = session;
  const phone = usePhone();
  const [sharing, setSharing] = useState(false);
  const { id, medium, scope, seats, valid_to, own } = entry;
  const take = useCall(licenceSeats.assign, LICENCE_READS);
  const back = useCall(licenceSeats.takeBack, LICENCE_READS);
  const title = medium.fn_titel;
  const undo = useUndo(LICENCE_READS);
  const seat = user && { body: { mediaId: medium.identifier, to: [{ kind: 'person' as const, id: user.id }] } };
  const takeSeat = () =>
    seat &&
    take.mutate(seat, {
      onSuccess: () => showSnackbar({ text: t('licence.taken', { title }), type: 'success' }),
      onError: (error) => showSnackbar({ text: licenceError(error, t), type: 'error' }),
    });
  const giveBack = () =>
    own.seat &&
    back.mutate(
      { params: { id }, body: { seats: [own.seat.id] } },
      {
        onSuccess: () =>
          showSnackbar({
            text: t('licence.givenBack', { title }),
            ...(seat && { action: undo(licenceSeats.assign, seat, { wordsOf: (error) => licenceError(error, t) }) }),
          }),
        onError: (error) => showSnackbar({ text: licenceError(error, t), type: 'error' }),
      },
    );
  const over = own.state === 'expired' || own.state === 'grace';
  const until = valid_to
    ? t(over ? 'library.until.over' : 'library.until', { date: formatDate(valid_to, 'short', locale) })
    : t('library.until.open');
  const items: MenuItem[] = [
    ...(!over && mayShare(session) ? [{ label: t('share.action'), icon: <Share2 />, onSelect: () => setSharing(true) }] : []),
    ...(own.can.giveBack ? [{ label: t('licence.giveBack'), icon: <Undo2 />, onSelect: giveBack }] : []),
    ...(own.can.manage
      ? [
          {
            kind: 'link' as const,
            label: t('licence.manage'),
            icon: <Settings2 />,
            href: href('school-media-detail', { mediaId: medium.identifier, codeId: id }),
          },
        ]
      : []),
  ];
  return (
    <ShelfRow
      medium={medium}
      trail={trail}
      code={own.seat?.code_id ?? id}
      licence={false}
      wide={!phone || own.can.take}
      facts={[
        t(`library.kind.${classMediaKind(medium.fn_typ)}`),
        t(`library.scope.${scope}`),
        seats > 0 ? t('library.seats', { count: seats }) : null,
        until,
        ownSeatText(own, t),
      ]}
      sign={own.state !== 'active' && <LicenceStateLabel state={own.state} />}
      actions={
        <>
          {own.can.take && (
            <Button variant="line" icon={<Hand />} disabled={take.isPending} onClick={takeSeat}>
              {t('licence.take')}
            </Button>
          )}
          {phone
            ? items.length > 0 && (
                <span className="shelf-menu">
                  <Menu label={t('card.menu', { title })} trigger={<EllipsisVertical />} sections={[{ items }]} />
                </span>
              )
            : items.map((item) =>
                item.kind === 'link' ? (
                  <ButtonLink key={item.label} icon={item.icon} href={item.href} aria-label={t('licence.manage.named', { title })}>
                    {item.label}
                  </ButtonLink>
                ) : (
                  <Button key={item.label} icon={item.icon} disabled={back.isPending} onClick={item.onSelect}>
                    {item.label}
                  </Button>
                ),
              )}
        </>
      }
    >
      {sharing && <ShareDialog media={[medium]} onClose={() => setSharing(false)} />}
    </ShelfRow>
  );
}
