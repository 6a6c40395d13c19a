import { formatAmount } from '@fundus/contract/cents';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import type { DeviceModel, LendingPoint } from '@fundus/contract/lending/points/points';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useFields } from '../../../components/forms/use-fields.ts';
import { useT } from '../../../i18n/translate.ts';
import { Checkbox, TextField } from '../../../ui/fields/Field.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { FitsField } from './FitsField.tsx';
import { refusalText, parseCents } from '../parts/words.ts';

const READS = { refreshes: [lending.models, lending.model] };
const FIELDS = ['name', 'maker', 'category', 'description', 'parts', 'max_days', 'buffer_after', 'manual', 'replacement_cents'] as const;

/** Parses one part per line, such as `2 × Akku`. The default count is 1. */
const readParts = (words: string) =>
  words.split('\n').flatMap((row) => {
    const [, count, name] = /^(?:(\d+)\s*[x×]\s*)?([^]*)$/i.exec(row.trim())!;
    return name ? [{ name, count: Number(count ?? 1) }] : [];
  });
const numberOrNull = (words: string): number | null => (words.trim() === '' ? null : Number(words.replace(',', '.')));

type Props = { point: LendingPoint; model: DeviceModel | null; onClose: () => void };

/** Creates or edits a model. */
export function ModelDialog({ point, model, onClose }: Props) {
  const { t, locale } = useT();
  const create = useCall(lendingDesk.createModel, READS);
  const change = useCall(lendingDesk.changeModel, READS);
  const [fits, setFits] = useState<readonly { id: string; name: string }[]>(model?.fits ?? []);
  const { values, text, check, problem } = useFields(
    () => ({
      name: model?.name ?? '',
      maker: model?.maker ?? '',
      category: model?.category ?? '',
      description: model?.description ?? '',
      parts: (model?.parts ?? []).map(({ name, count }) => (count > 1 ? `${count} × ${name}` : name)).join('\n'),
      max_days: String(model?.max_days ?? ''),
      buffer_after: String(model?.buffer_after ?? ''),
      needs_briefing: model?.needs_briefing ?? false,
      teachers_only: model?.teachers_only ?? false,
      self_service: model?.self_service ?? false,
      manual: model?.manual ?? '',
      replacement_cents: formatAmount(model?.replacement_cents ?? null, locale),
    }),
    { error: create.error ?? change.error, at: FIELDS, words: (error) => refusalText(t, error, locale) },
  );
  const send = () => {
    const body = {
      ...values,
      fits: fits.map(({ id }) => id),
      parts: readParts(values.parts),
      max_days: numberOrNull(values.max_days),
      buffer_after: numberOrNull(values.buffer_after),
      replacement_cents: parseCents(values.replacement_cents),
    };
    if (model) change.mutate({ params: { id: model.id }, body: { ...body, version: model.version } }, { onSuccess: onClose });
    else create.mutate({ body: { ...body, identifier: null, point: point.id } }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={model ? t('lending.change.name', { name: model.name }) : t('lending.model.new')}
      action={t('app.save')}
      disabled={create.isPending || change.isPending}
      problem={problem}
      onSend={send}
      onClose={onClose}
    >
      <TextField label={t('lending.model.name')} maxLength={120} {...text('name')} />
      <TextField label={t('lending.model.category')} hint={t('lending.model.category.hint')} maxLength={60} {...text('category')} />
      <TextField label={t('lending.model.maker')} maxLength={80} {...text('maker')} />
      <TextArea label={t('lending.model.description')} maxLength={4000} {...text('description')} />
      <TextArea label={t('lending.parts')} hint={t('lending.parts.hint')} {...text('parts')} />
      <FitsField point={point.id} except={model?.id ?? null} chosen={fits} onChange={setFits} />
      <TextField label={t('lending.manual')} type="url" maxLength={500} {...text('manual')} />
      <TextField label={t('lending.model.max_days')} hint={t('lending.asPoint')} inputMode="numeric" {...text('max_days')} />
      <TextField label={t('lending.rule.buffer_after')} hint={t('lending.asPoint')} inputMode="numeric" {...text('buffer_after')} />
      <Checkbox label={t('lending.model.briefing')} {...check('needs_briefing')} />
      <Checkbox label={t('lending.openTo.teachers')} {...check('teachers_only')} />
      <Checkbox label={t('lending.model.selfService')} hint={t('lending.model.selfService.hint')} {...check('self_service')} />
      <TextField label={t('lending.model.replacement')} inputMode="decimal" {...text('replacement_cents')} />
    </FormDialog>
  );
}
