import { signOn, type PausedSchool, type PeopleListState, type SignOnPortal } from '@fundus/contract/accounts/sign-on';
import { Ban, Check } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { berlinMoment } from '../../../i18n/berlin-time.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import './sign-on.css';

/** Shows the result of the daily comparison with a provider's list of users, and the schools whose deletions must be confirmed. */
export function PeopleList({ provider, list }: { provider: string; list: PeopleListState }) {
  const { t, locale } = useT();
  const { asked_at, read_at, error, known, left, ended, paused } = list;
  const count = (number: number): string => formatNumber(number, locale);
  return (
    <>
      <h3>{t('signOn.list')}</h3>
      <p className="small-print">{t('signOn.list.about')}</p>
      <p>
        {read_at === null
          ? t('signOn.list.never')
          : t('signOn.list.last', { when: berlinMoment(read_at, locale), known: count(known), left: count(left), ended: count(ended) })}
      </p>
      <FormProblem>
        {error !== null &&
          asked_at !== null &&
          t(asked_at === read_at ? 'signOn.list.partly' : 'signOn.list.failed', { when: berlinMoment(asked_at, locale), error })}
      </FormProblem>
      {paused.length > 0 && (
        <>
          <h3>{t('signOn.paused')}</h3>
          <p className="small-print">{t('signOn.paused.about')}</p>
          <ul className="sign-on-paused">
            {paused.map((school) => (
              <PausedComparison key={school.school_id} provider={provider} school={school} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Shows the licences that an identity provider last reported for its schools. */
export function PortalLicences({ licences }: { licences: NonNullable<SignOnPortal['licences']> }) {
  const { t, locale } = useT();
  const { asked_at, read_at, error, created, here, left_out } = licences;
  return (
    <>
      <h3>{t('signOn.licences')}</h3>
      <p>
        {read_at === null
          ? t('signOn.licences.never')
          : t('signOn.licences.last', {
              ...{ when: berlinMoment(read_at, locale), created: formatNumber(created, locale) },
              ...{ here: formatNumber(here, locale), left_out: formatNumber(left_out, locale) },
            })}
      </p>
      <FormProblem>
        {error !== null && asked_at !== null && t('signOn.licences.failed', { when: berlinMoment(asked_at, locale), error })}
      </FormProblem>
    </>
  );
}

function PausedComparison({ provider, school }: { provider: string; school: PausedSchool }) {
  const { t, locale } = useT();
  const [asking, setAsking] = useState(false);
  const decide = useCall(signOn.decide, { refreshes: [signOn.list] });
  const { school_id, school: name, state, known, missing, since } = school;
  const sendDecision = (decision: 'confirmed' | 'rejected') => {
    setAsking(false);
    decide.mutate(
      { params: { provider, school_id }, body: { decision, missing } },
      {
        onError: ({ code }) =>
          showSnackbar({ text: code === 'version_conflict' ? t('signOn.paused.changed') : t(`error.${code}`, { name }), type: 'error' }),
      },
    );
  };
  return (
    <li>
      <div>
        <h4>{name}</h4>
        <p>{t('signOn.paused.missing', { missing, known, when: berlinMoment(since, locale) })}</p>
        <p className={state === 'waiting' ? 'sign-on-bad' : 'small-print'}>{t(`signOn.paused.${state}`)}</p>
      </div>
      <div className="sign-on-decide">
        {state !== 'confirmed' && (
          <Button
            variant="line"
            icon={<Check />}
            aria-label={`${t('signOn.paused.confirm')}: ${name}`}
            disabled={decide.isPending}
            onClick={() => setAsking(true)}
          >
            {t('signOn.paused.confirm')}
          </Button>
        )}
        {state !== 'rejected' && (
          <Button
            variant="line"
            icon={<Ban />}
            aria-label={`${t('signOn.paused.reject')}: ${name}`}
            disabled={decide.isPending}
            onClick={() => sendDecision('rejected')}
          >
            {t('signOn.paused.reject')}
          </Button>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          title={t('signOn.paused.ask', { school: name })}
          action={t('signOn.paused.confirm')}
          onAction={() => sendDecision('confirmed')}
          onClose={() => setAsking(false)}
        >
          <p>{t('signOn.paused.ask.text', { count: missing })}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}
