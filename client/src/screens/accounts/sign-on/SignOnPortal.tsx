import type { Certificate, SignOnPortal as Portal } from '@fundus/contract/accounts/sign-on';
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDate } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import '../../../components/lists/line.css';
import { PeopleList, PortalLicences } from './PeopleList.tsx';
import './sign-on.css';

/** Shows an identity provider with its settings, certificates and list of users. */
export function SignOnPortal({ portal }: { portal: Portal }) {
  const { t } = useT();
  const { id, name, kind, issuer, addresses, theirs, ours, people_list, licences } = portal;
  const copy = async (text: string): Promise<void> => {
    if (await copyText(text)) showSnackbar({ text: t('signOn.copied'), type: 'success' });
  };
  return (
    <section className="sign-on-portal" aria-labelledby={`portal-${id}`}>
      <h2 id={`portal-${id}`}>{name}</h2>
      <p className="line-facts">
        <span>{t(`signOn.kind.${kind}`)}</span>
        <span>{issuer}</span>
      </p>
      {people_list && <PeopleList provider={id} list={people_list} />}
      {licences && <PortalLicences licences={licences} />}
      {(theirs.length > 0 || ours) && (
        <>
          <h3>{t('signOn.certificates')}</h3>
          <dl>
            {theirs.map((one) => (
              <CertificateLine key={one.fingerprint} name={t('signOn.certificate.theirs')} certificate={one} />
            ))}
            {ours && <CertificateLine name={t('signOn.certificate.ours')} certificate={ours} />}
          </dl>
        </>
      )}
      <h3>{t('signOn.values')}</h3>
      <dl>
        {addresses.map(({ what, value }) => {
          const label = t(`signOn.value.${what}`);
          return (
            <div key={what}>
              <dt>{label}</dt>
              <dd>
                <code>{value}</code>
                <IconButton label={t('signOn.copy', { what: label })} icon={<Copy />} onClick={() => void copy(value)} />
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

/** Shows the expiry date and the fingerprint of a certificate. */
export function CertificateLine({ name, certificate, children }: { name: string; certificate: Certificate; children?: ReactNode }) {
  const { t, locale } = useT();
  const { fingerprint, ends_at, state } = certificate;
  const ends =
    ends_at === null ? t('signOn.certificate.key') : t(`signOn.certificate.${state}`, { day: formatDate(ends_at, 'long', locale) });
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className={state === 'good' ? undefined : 'sign-on-bad'}>{ends}</span>
        {children}
        <code className="small-print">{fingerprint}</code>
      </dd>
    </div>
  );
}
