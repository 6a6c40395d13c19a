import { signOn, METADATA_LENGTH, type ReadMetadata } from '@fundus/contract/accounts/sign-on';
import type { AppError } from '@fundus/contract/errors';
import { FileSearch } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { useFields } from '../../../components/forms/use-fields.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { CertificateLine } from './SignOnPortal.tsx';
import './sign-on.css';

/** Reads the metadata of a SAML identity provider and compares them with the configuration. Nothing is stored. */
export function MetadataReader() {
  const { t } = useT();
  const [read, setRead] = useState<ReadMetadata | null>(null);
  const call = useCall(signOn.readMetadata);
  const words = ({ code, details }: AppError): string => {
    const { problems, reason } = (details ?? {}) as { problems?: { rule: string }[]; reason?: string };
    const rule = problems?.[0]?.rule;
    if (rule === 'metadata' || rule === 'fetched') return t(`signOn.metadata.problem.${rule}`, { reason: reason ?? '' });
    return rule === 'required' ? t('signOn.metadata.problem.required') : t(`error.${code}`, { name: '' });
  };
  const form = useFields({ source: '', entity: '' }, { error: call.error, at: ['source', 'entity'], words });
  return (
    <section className="sign-on-portal" aria-labelledby="sign-on-metadata">
      <h2 id="sign-on-metadata">{t('signOn.metadata')}</h2>
      <p className="small-print">{t('signOn.metadata.about')}</p>
      <form
        className="sign-on-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setRead(null);
          call.mutate({ body: form.values }, { onSuccess: setRead });
        }}
      >
        <FormProblem>{form.problem}</FormProblem>
        <TextArea label={t('signOn.metadata.source')} rows={3} maxLength={METADATA_LENGTH} spellCheck={false} {...form.text('source')} />
        <TextField label={t('signOn.metadata.entity')} hint={t('signOn.metadata.entity.hint')} {...form.text('entity')} />
        <Button type="submit" variant="primary" icon={<FileSearch />} disabled={call.isPending || form.values.source.trim() === ''}>
          {t('signOn.metadata.read')}
        </Button>
      </form>
      {read && <MetadataSummary read={read} />}
    </section>
  );
}

function MetadataSummary({ read }: { read: ReadMetadata }) {
  const { t } = useT();
  const facts: [string, string | null][] = [
    [t('signOn.metadata.issuer'), read.issuer],
    [t('signOn.metadata.sso'), read.sso_url],
    [t('signOn.metadata.slo'), read.slo_url],
    [t('signOn.metadata.until'), read.valid_until],
    [t('signOn.metadata.here'), read.configured_as ?? t('signOn.metadata.nowhere')],
  ];
  return (
    <div className="sign-on-said" role="status">
      {read.name !== '' && <h3>{read.name}</h3>}
      <dl>
        {facts.map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
        {read.certificates.map((one) => (
          <CertificateLine key={one.fingerprint} name={t('signOn.certificates')} certificate={one}>
            <span className={one.configured ? 'small-print' : 'sign-on-bad'}>
              {t(one.configured ? 'signOn.metadata.configured' : 'signOn.metadata.missing')}
            </span>
          </CertificateLine>
        ))}
        {read.withdrawn.map((one) => (
          <CertificateLine key={one.fingerprint} name={t('signOn.certificates')} certificate={one}>
            <span className="sign-on-bad">{t('signOn.metadata.withdrawn')}</span>
          </CertificateLine>
        ))}
      </dl>
      <h3>{t('signOn.metadata.entry')}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by itself, so the keyboard must reach it */}
      <pre tabIndex={0} aria-label={t('signOn.metadata.entry')}>
        {read.entry}
      </pre>
    </div>
  );
}
