import type { OwnLicence } from '@fundus/contract/licences/licences';
import { licenceSeats } from '@fundus/contract/licences/seats';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { Hand, Undo2 } from 'lucide-react';
import { useId } from 'react';
import { useCall } from '../../../../api/query.ts';
import { LicenceStateLabel } from '../../../../components/licences/LicenceStateLabel.tsx';
import { LICENCE_READS } from '../../../../components/licences/refreshes.ts';
import { licenceError, ownSeatText } from '../../../../components/licences/words.ts';
import { formatDate } from '../../../../i18n/format.ts';
import { useT } from '../../../../i18n/translate.ts';
import { useSession } from '../../../../stores/session.ts';
import { showSnackbar } from '../../../../stores/snackbar.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Link } from '../../../../ui/Link.tsx';
import { sideQueries } from './side-queries.ts';
import './medium-side.css';

type Props = {
  identifier: string;
  /** Licence or code in the address. If it is one of the user's licences, only that licence is shown. */
  code: string | undefined;
  /** True if the user can claim a seat here. */
  canTake: boolean;
  /** Called after a seat was claimed or returned, because this changes the permissions. */
  onChange: () => void;
};

/** Shows the user's licences of a medium with end, seat and actions. Renders nothing for free media. */
export function MediumLicence({ identifier, code, canTake, onChange }: Props) {
  const { t } = useT();
  const id = useId();
  const result = useQuery(sideQueries(identifier).licences);
  const all = (result.data?.items ?? []).filter((licence) => licence.scope !== 'free');
  const named = all.filter((licence) => code !== undefined && (licence.id === code || licence.seat?.code_id === code));
  const shown = named.length > 0 ? named : all;
  if (shown.length === 0) return null;
  return (
    <section className="panel medium-licence" aria-labelledby={id}>
      <h2 id={id}>{t('media.licence', { count: shown.length })}</h2>
      <ul>
        {shown.map((licence) => (
          <LicenceLine key={licence.id} licence={licence} identifier={identifier} canTake={canTake} onChange={onChange} />
        ))}
      </ul>
    </section>
  );
}

function LicenceLine({ licence, identifier, canTake, onChange }: { licence: OwnLicence } & Omit<Props, 'code'>) {
  const { t, locale } = useT();
  const { user } = useSession();
  const take = useCall(licenceSeats.assign, LICENCE_READS);
  const back = useCall(licenceSeats.takeBack, LICENCE_READS);
  const { id, scope, valid_to, state, seat, can } = licence;
  const values = {
    onSuccess: onChange,
    onError: (error: Parameters<typeof licenceError>[0]) => showSnackbar({ text: licenceError(error, t), type: 'error' }),
  };
  const over = state === 'expired' || state === 'grace';
  return (
    <li>
      <p>
        {t(`library.scope.${scope}`)},{' '}
        {valid_to
          ? t(over ? 'library.until.over' : 'library.until', { date: formatDate(valid_to, 'short', locale) })
          : t('library.until.open')}
        <span className="small-print">{ownSeatText(licence, t)}</span>
      </p>
      {state !== 'active' && <LicenceStateLabel state={state} />}
      <div className="medium-licence-does">
        {canTake && can.take && user && (
          <Button
            variant="line"
            icon={<Hand />}
            disabled={take.isPending}
            onClick={() => take.mutate({ body: { mediaId: identifier, to: [{ kind: 'person', id: user.id }] } }, values)}
          >
            {t('licence.take')}
          </Button>
        )}
        {can.giveBack && seat && (
          <Button
            icon={<Undo2 />}
            disabled={back.isPending}
            onClick={() => back.mutate({ params: { id }, body: { seats: [seat.id] } }, values)}
          >
            {t('licence.giveBack')}
          </Button>
        )}
        {can.manage && <Link href={href('school-media-detail', { mediaId: identifier, codeId: id })}>{t('licence.manage')}</Link>}
      </div>
    </li>
  );
}
