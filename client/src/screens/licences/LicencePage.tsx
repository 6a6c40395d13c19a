import { isAdvancedView } from '@fundus/contract/access';
import type { Licence, LicenceEvent } from '@fundus/contract/licences/licences';
import { href } from '@fundus/contract/screens';
import { LicenceStateLabel } from '../../components/licences/LicenceStateLabel.tsx';
import { SeatMeter } from '../../components/licences/SeatMeter.tsx';
import { hasAssignedSeats, formatLicencePeriod } from '../../components/licences/words.ts';
import { BackLink } from '../../components/page/BackLink.tsx';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import { typeName } from '../../i18n/reference-names.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { CodesSection } from './CodesSection.tsx';
import { HistorySection } from './HistorySection.tsx';
import { LicenceActions } from './LicenceActions.tsx';
import { LossSection } from './LossSection.tsx';
import { SeatsSection } from './SeatsSection.tsx';
import { TermsPanel } from './TermsPanel.tsx';
import './licence-screen.css';

/** Shows a licence with all its details and actions. */
export function LicencePage({ licence }: { licence: Licence & { events: LicenceEvent[] } }) {
  const { t, locale } = useT();
  const { user } = useSession();
  const { medium, owner, scope } = licence;
  const back = !licence.share
    ? { href: href('library', { tab: 'licences' }, { view: 'manage' }), label: t('licence.manage.title') }
    : user && isAdvancedView(user)
      ? { href: href('school', {}, { tab: 'media' }), label: t('licence.share.back') }
      : { href: href('library', { tab: 'licences' }), label: t('library.licences') };
  return (
    <>
      <nav aria-label={t('media.back')}>
        <BackLink href={back.href}>{back.label}</BackLink>
      </nav>
      <header className="licence-head">
        <img src={medium.cover} alt="" width="200" height="113" />
        <div>
          <PageHeading title={t('licence.title', { title: medium.fn_titel })}>{medium.fn_titel}</PageHeading>
          <p className="licence-facts">
            <span>{t(`library.scope.${scope}`)}</span>
            <span>{owner.name}</span>
            <span>{typeName(medium.fn_typ)}</span>
            <span>{formatLicencePeriod(licence, t, locale)}</span>
            <LicenceStateLabel state={licence.state} hidden={licence.hidden} />
          </p>
          <LicenceActions licence={licence} />
        </div>
      </header>
      <div className="licence-sections">
        <div>
          {hasAssignedSeats(licence) ? (
            <SeatsSection licence={licence} />
          ) : (
            <section className="block-s">
              <h2>{t('licence.seats')}</h2>
              <p>{t(scope === 'district' ? 'licence.everybody.district' : 'licence.everybody.school')}</p>
              {licence.seats > 0 && <p className="quiet">{t('library.seats', { count: licence.seats })}</p>}
            </section>
          )}
          {licence.can.assign && (scope === 'volume' || scope === 'single') && <CodesSection licence={licence} />}
          <LossSection licence={licence} />
          <HistorySection events={licence.events} />
        </div>
        <aside aria-label={t('licence.terms')}>
          {hasAssignedSeats(licence) && (
            <div className="licence-panel">
              <SeatMeter {...licence} />
            </div>
          )}
          <TermsPanel licence={licence} />
        </aside>
      </div>
    </>
  );
}
