import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import type { LicenceEntry } from '@fundus/contract/library/library';
import { classMediaKind } from '@fundus/contract/classes/media-kind';
import { licenceSeats } from '@fundus/contract/licences/seats';
import { href } from '@fundus/contract/screens';
import { Hand, Settings2, Share2, Undo2 } from 'lucide-react';
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
import { ShelfRow } from './ShelfRow.tsx';
import { loadLater } from '../../ui/load-later.tsx';

const ShareDialog = loadLater(async () => (await import('../../components/sharing/ShareDialog.tsx')).ShareDialog);

/** Shows a licensed medium with its expiry date, seat and actions. */
export function LicenceRow({ entry, trail }: { entry: LicenceEntry; trail: readonly MediaItem[] }) {
  const { t, locale } = useT();
  const session = useSession();
  const { user } = session;
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
  return (
    <ShelfRow
      medium={medium}
      trail={trail}
      code={own.seat?.code_id ?? id}
      licence={false}
      wide
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
          {!over && mayShare(session) && (
            <Button flush={!own.can.take && 'phone'} icon={<Share2 />} onClick={() => setSharing(true)}>
              {t('share.action')}
            </Button>
          )}
          {own.can.giveBack && (
            <Button icon={<Undo2 />} disabled={back.isPending} onClick={giveBack}>
              {t('licence.giveBack')}
            </Button>
          )}
          {own.can.manage && (
            <ButtonLink
              icon={<Settings2 />}
              href={href('school-media-detail', { mediaId: medium.identifier, codeId: id })}
              aria-label={t('licence.manage.named', { title })}
            >
              {t('licence.manage')}
            </ButtonLink>
          )}
        </>
      }
    >
      {sharing && <ShareDialog media={[medium]} onClose={() => setSharing(false)} />}
    </ShelfRow>
  );
}
