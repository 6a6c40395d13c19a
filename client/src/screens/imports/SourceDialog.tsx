import {
  HARVEST_SCHEDULES,
  IMPORT_LICENCES,
  IMPORT_LIMITS,
  imports,
  SAME_WORKS,
  type ImportSource,
} from '@fundus/contract/imports/imports';
import { useCall } from '../../api/query.ts';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { useFields } from '../../components/forms/use-fields.ts';
import { readWebAddress } from '../../components/forms/web-address.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Checkbox, TextField } from '../../ui/fields/Field.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';

const READS = { refreshes: [imports.sources] };

type Values = Pick<ImportSource, 'name' | 'prefix' | 'licence' | 'same'> & NonNullable<ImportSource['oai']> & { harvested: boolean };

const valuesOf = (source: ImportSource | null): Values => ({
  ...{ name: source?.name ?? '', prefix: source?.prefix ?? '', licence: source?.licence ?? 'free', same: source?.same ?? 'join' },
  ...(source?.oai ?? { address: '', format: 'oai_dc', set: '', schedule: 'off' as const, prune: false }),
  harvested: source !== null && source.oai !== null,
});

/** Shows the form of an import source. Its words are edited in a separate dialog. */
export function SourceDialog({ source, onClose }: { source: ImportSource | null; onClose: () => void }) {
  const { t } = useT();
  const create = useCall(imports.createSource, READS);
  const change = useCall(imports.changeSource, READS);
  const { values, problem, text, check, choice } = useFields<Values>(valuesOf(source), {
    error: create.error ?? change.error,
    at: ['name', 'prefix'],
    words: ({ code, field }) =>
      field === 'prefix' && code === 'already_exists'
        ? t('imports.source.prefix.taken')
        : field === 'prefix' && code === 'state_conflict'
          ? t('imports.source.prefix.used')
          : t(`error.${code}`, { name: '' }),
  });
  const address = readWebAddress(values.address);
  const ready =
    values.name.trim() !== '' &&
    values.prefix.trim().length >= 2 &&
    (!values.harvested || (address.full !== '' && !address.wrong && values.format.trim() !== ''));
  const done = () => {
    showSnackbar({ text: t('imports.source.saved', { name: values.name }), type: 'success' });
    onClose();
  };
  const save = () => {
    const { name, licence, same, format, set, schedule, prune, harvested } = values;
    const oai = harvested ? { address: address.full, format, set, schedule, prune } : null;
    const body = { name, prefix: values.prefix.trim(), licence, same, oai, words: source?.words ?? [] };
    if (source) change.mutate({ params: { id: source.id }, body: { ...body, version: source.version } }, { onSuccess: done });
    else create.mutate({ body }, { onSuccess: done });
  };
  return (
    <FormDialog
      title={source ? t('imports.source.edit', { name: source.name }) : t('imports.source.add')}
      action={t('app.save')}
      disabled={!ready || create.isPending || change.isPending}
      problem={problem}
      onSend={save}
      onClose={onClose}
    >
      <TextField label={t('imports.source.name')} maxLength={IMPORT_LIMITS.name} {...text('name')} />
      <TextField
        label={t('imports.source.prefix')}
        hint={t('imports.source.prefix.hint')}
        autoComplete="off"
        maxLength={IMPORT_LIMITS.prefix}
        {...text('prefix')}
      />
      <SelectField
        label={t('imports.source.licence')}
        options={IMPORT_LICENCES.map((value) => ({ value, label: t(`imports.licence.${value}`) }))}
        {...choice('licence')}
      />
      <SelectField
        label={t('imports.source.same')}
        options={SAME_WORKS.map((value) => ({ value, label: t(`imports.same.${value}`) }))}
        {...choice('same')}
      />
      <Checkbox label={t('imports.source.oai')} {...check('harvested')} />
      {values.harvested && (
        <>
          <TextField
            label={t('imports.source.address')}
            inputMode="url"
            maxLength={500}
            {...text('address')}
            error={address.wrong ? t('imports.source.address.wrong') : null}
          />
          <TextField label={t('imports.source.format')} hint={t('imports.source.format.hint')} maxLength={60} {...text('format')} />
          <TextField label={t('imports.source.set')} maxLength={200} {...text('set')} />
          <SelectField
            label={t('imports.source.schedule')}
            options={HARVEST_SCHEDULES.map((value) => ({ value, label: t(`imports.schedule.${value}`) }))}
            {...choice('schedule')}
          />
          {source?.repository?.deleted !== 'persistent' && (
            <Checkbox label={t('imports.source.prune')} hint={t('imports.source.prune.hint')} {...check('prune')} />
          )}
        </>
      )}
    </FormDialog>
  );
}
