import { hasAccount, isCatalogueEditor, isStudent } from '@fundus/contract/access';
import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import { wishes } from '@fundus/contract/library/wishes';
import { mediaType } from '@fundus/contract/reference/media-types';
import { CalendarX2, CircleAlert, Hand, Lock, PackageOpen, Replace, SquarePen } from 'lucide-react';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../../api/query.ts';
import { substituteHref } from '../../../../components/media/card-state.ts';
import { formatDate } from '../../../../i18n/format.ts';
import { typeName } from '../../../../i18n/reference-names.ts';
import { useT } from '../../../../i18n/translate.ts';
import { useSession } from '../../../../stores/session.ts';
import { ButtonLink } from '../../../../ui/Button.tsx';
import { AskTeacher } from './AskTeacher.tsx';
import { CarrierLending } from './CarrierLending.tsx';
import type { Closed } from './closed.ts';
import { ClaimSeatButton } from './ClaimSeatButton.tsx';
import { WishButton } from './WishButton.tsx';

const SIGNS = { offline: PackageOpen, expired: CalendarX2, full: CircleAlert, seat: Hand, none: Lock, empty: CircleAlert };

/** Shows why a medium cannot be opened and what the user can do. MediumStage contains the text for guests. */
export function ClosedReason({
  detail,
  closed,
  onChange,
}: {
  detail: MediaDetail;
  closed: Exclude<Closed, { reason: 'login' }>;
  onChange: () => void;
}) {
  const { t, locale } = useT();
  const session = useSession();
  const { user } = session;
  const Sign = SIGNS[closed.reason];
  const { reason } = closed;
  const asks = hasAccount(user) && (reason === 'none' || reason === 'full' || reason === 'expired');
  const { data: wished } = useQuery({ ...query(wishes.wishOf, { params: { mediaId: detail.identifier } }), enabled: asks });
  const pupil = user && isStudent(user);
  const substitute =
    user && (reason === 'none' || reason === 'full' || reason === 'expired' || reason === 'empty') ? substituteHref(detail, session) : null;
  return (
    <>
      <p>
        <Sign />
        {t(wordsFor(closed, detail, (wished?.state ?? 'declined') !== 'declined'), {
          date: 'date' in closed ? formatDate(closed.date, 'long', locale) : '',
          count: 'count' in closed ? closed.count : 0,
          type: typeName(detail.fn_typ),
        })}
      </p>
      {reason === 'offline' && <CarrierLending detail={detail} />}
      {hasAccount(user) && reason === 'seat' && <ClaimSeatButton identifier={detail.identifier} onTaken={onChange} />}
      {asks && <WishButton identifier={detail.identifier} title={detail.fn_titel} />}
      {pupil && (reason === 'none' || reason === 'full' || reason === 'seat' || reason === 'expired') && (
        <AskTeacher identifier={detail.identifier} />
      )}
      {user && isCatalogueEditor(user) && !detail.own && (reason === 'none' || reason === 'expired' || reason === 'empty') && (
        <ButtonLink variant="primary" icon={<SquarePen />} href={href('medium-editing', { id: detail.identifier })}>
          {t('media.closed.edit')}
        </ButtonLink>
      )}
      {substitute && (
        <ButtonLink variant="line" icon={<Replace />} href={substitute}>
          {t('card.substitute')}
        </ButtonLink>
      )}
    </>
  );
}

type OpenClosed = Exclude<Closed, { reason: 'login' }>;

function wordsFor({ reason }: OpenClosed, { fn_typ, can }: MediaDetail, wished: boolean) {
  if (reason === 'offline' && mediaType(fn_typ).class === 'device') return 'media.closed.device';
  if (reason === 'none' && can.wish && !wished) return 'media.closed.wishable';
  return `media.closed.${reason}` as const;
}
