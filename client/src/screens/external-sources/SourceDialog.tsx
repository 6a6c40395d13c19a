import { externalSources, type ExternalSource } from '@fundus/contract/external-sources/external-sources';
import { KINDS, KNOWN_SOURCES, SOURCE_KINDS, SOURCE_LIMITS, type SourceKind } from '@fundus/contract/external-sources/sources';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { readWebAddress } from '../../components/forms/web-address.ts';
import { useFields } from '../../components/forms/use-fields.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Checkbox, PasswordField, TextField } from '../../ui/fields/Field.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { SourceTest, type SourceTestInput } from './SourceTest.tsx';

const READS = { refreshes: [externalSources.list] };
const MARKS = ['enabled', 'teachers_only', 'advertising', 'sign_in'] as const;

type Values = Omit<ExternalSource, 'id' | 'has_key' | 'check' | 'version'> & { key: string; dropKey: boolean };

const NEW: Values = {
  ...{ kind: 'edu_sharing', label: '', address: '', scope: '', account: '', key: '', dropKey: false },
  ...{ enabled: false, teachers_only: false, advertising: false, sign_in: false },
};

/** Shows the form of an external source. A new source can start with the values of a known one. */
export function SourceDialog({ source, onClose }: { source: ExternalSource | null; onClose: () => void }) {
  const { t } = useT();
  const [known, setKnown] = useState('');
  const create = useCall(externalSources.create, READS);
  const change = useCall(externalSources.change, READS);
  const error = create.error ?? change.error;
  const { values, set, problem, text, check, choice } = useFields<Values>(
    source ? { ...NEW, ...Object.fromEntries(Object.entries(source).filter(([name]) => name in NEW)) } : NEW,
    {
      error,
      at: ['label', 'address'],
      words: ({ code, field }) => (field === 'address' ? t('sources.address.wrong') : t(`error.${code}`, { name: '' })),
    },
  );
  const address = readWebAddress(values.address);
  const entered: SourceTestInput = {
    ...{ kind: values.kind, label: values.label.trim() || '–', address: address.full, scope: values.scope, account: values.account },
    ...keyOf(values),
  };
  const ready = values.label.trim() !== '' && address.full !== '' && !address.wrong;

  const take = (label: string) => {
    setKnown(label);
    const chosen = KNOWN_SOURCES.find((each) => each.label === label);
    if (chosen) set({ ...chosen });
  };
  const done = () => {
    showSnackbar({ text: t('sources.saved', { label: values.label }), type: 'success' });
    onClose();
  };
  const save = () => {
    const { key: _key, dropKey: _drop, ...about } = values;
    const body = { ...about, address: address.full, ...keyOf(values) };
    if (source) change.mutate({ params: { id: source.id }, body: { ...body, version: source.version } }, { onSuccess: done });
    else create.mutate({ body }, { onSuccess: done });
  };
  const { scope } = SOURCE_KINDS[values.kind];
  return (
    <FormDialog
      title={source ? t('sources.edit', { label: source.label }) : t('sources.add')}
      action={t('app.save')}
      disabled={!ready || create.isPending || change.isPending}
      problem={problem}
      onSend={save}
      onClose={onClose}
    >
      {!source && (
        <SelectField
          label={t('sources.known')}
          value={known}
          options={[{ value: '', label: t('sources.known.other') }, ...KNOWN_SOURCES.map(({ label }) => ({ value: label, label }))]}
          onChange={take}
        />
      )}
      <TextField label={t('sources.field.label')} hint={t('sources.field.label.hint')} maxLength={SOURCE_LIMITS.label} {...text('label')} />
      <SelectField
        label={t('sources.field.kind')}
        options={KINDS.map((value: SourceKind) => ({ value, label: t(`sources.kind.${value}`) }))}
        {...choice('kind')}
      />
      <TextField
        label={t('sources.field.address')}
        inputMode="url"
        maxLength={SOURCE_LIMITS.address}
        {...text('address')}
        error={text('address').error ?? (address.wrong ? t('sources.address.wrong') : null)}
      />
      {scope && <TextField label={t(`sources.field.scope.${scope}`)} maxLength={SOURCE_LIMITS.scope} {...text('scope')} />}
      <TextField label={t('sources.field.account')} autoComplete="off" maxLength={SOURCE_LIMITS.account} {...text('account')} />
      <PasswordField
        label={t('sources.field.key')}
        showLabel={t('login.password.show')}
        {...(source?.has_key && { hint: t('sources.field.key.kept') })}
        autoComplete="new-password"
        maxLength={SOURCE_LIMITS.key}
        {...text('key')}
      />
      {source?.has_key && <Checkbox label={t('sources.field.key.drop')} {...check('dropKey')} />}
      {MARKS.map((name) => (
        <Checkbox key={name} label={t(`sources.field.${name}`)} {...check(name)} />
      ))}
      <SourceTest entered={entered} id={source?.id} disabled={address.full === '' || address.wrong} />
    </FormDialog>
  );
}

/** Returns the typed key, or '' to delete the stored key. Returns no key if the stored one is kept. */
const keyOf = ({ key, dropKey }: Values): { key?: string } => (dropKey ? { key: '' } : key.trim() === '' ? {} : { key });
