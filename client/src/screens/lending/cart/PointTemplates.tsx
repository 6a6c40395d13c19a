import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { lendingTemplates, TEMPLATE_NAME_LENGTH, type LendingTemplate } from '@fundus/contract/lending/cart/templates';
import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useFields } from '../../../components/forms/use-fields.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { ModelsField, type WantedModel } from '../models/ModelsField.tsx';
import { refusalText } from '../parts/words.ts';
import '../parts/lending.css';
import '../../../ui/button.css';

const READS = { refreshes: [lendingTemplates.templates] };
/** Period of a template, which is not tied to any days. */
const ANY_DAY = { start: '', end: '', lessons: null };

/** Lets administrators edit the templates of a lending point (docs/behaviour/lending.md#templates). */
export function PointTemplates({ point }: { point: LendingPoint }) {
  const { t, locale } = useT();
  const [open, setOpen] = useState<LendingTemplate | 'new' | null>(null);
  const templates = useQuery({ ...query(lendingTemplates.templates, { query: { point: point.id } }), staleTime: 0 });
  const remove = useCall(lendingTemplates.removeTemplate, READS);
  return (
    <section aria-labelledby="lending-templates-of">
      <h2 id="lending-templates-of">{t('lending.templates')}</h2>
      <div className="lending-bar">
        <Button variant="line" icon={<Plus />} onClick={() => setOpen('new')}>
          {t('lending.template.new')}
        </Button>
      </div>
      <FormProblem>{remove.error && refusalText(t, remove.error, locale)}</FormProblem>
      <ul className="lending-lines">
        {(templates.data?.items ?? []).map((template) => (
          <li key={template.id}>
            <span>
              <strong>{template.name}</strong>
              <span className="small-print">
                {template.models.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name)).join(', ')}
              </span>
            </span>
            <span className="lending-acts btn-flush-phone">
              <Button aria-label={t('lending.change.name', { name: template.name })} onClick={() => setOpen(template)}>
                {t('lending.change')}
              </Button>
              <IconButton
                label={t('lending.template.remove', { name: template.name })}
                icon={<Trash2 />}
                disabled={remove.isPending}
                onClick={() => remove.mutate({ params: { id: template.id } })}
              />
            </span>
          </li>
        ))}
      </ul>
      {open && <TemplateForm point={point} template={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </section>
  );
}

function TemplateForm({ point, template, onClose }: { point: LendingPoint; template: LendingTemplate | null; onClose: () => void }) {
  const { t, locale } = useT();
  const create = useCall(lendingTemplates.createTemplate, READS);
  const change = useCall(lendingTemplates.changeTemplate, READS);
  const [wanted, setWanted] = useState<readonly WantedModel[]>(template?.models ?? []);
  const { values, text, problem } = useFields(
    { name: template?.name ?? '', words: template?.words ?? '' },
    { error: create.error ?? change.error, at: ['name', 'words'], words: (error) => refusalText(t, error, locale) },
  );
  const send = () => {
    const body = { ...values, models: wanted.map(({ model, quantity }) => ({ model, quantity })) };
    if (template) change.mutate({ params: { id: template.id }, body: { ...body, version: template.version } }, { onSuccess: onClose });
    else create.mutate({ body: { ...body, point: point.id } }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={template ? t('lending.change.name', { name: template.name }) : t('lending.template.new')}
      action={t('app.save')}
      disabled={create.isPending || change.isPending || wanted.length === 0}
      problem={problem}
      onSend={send}
      onClose={onClose}
    >
      <TextField
        label={t('lending.template.name')}
        hint={t('lending.template.name.hint')}
        maxLength={TEMPLATE_NAME_LENGTH}
        {...text('name')}
      />
      <TextArea label={t('lending.template.words')} rows={2} maxLength={500} {...text('words')} />
      <ModelsField point={point.id} period={ANY_DAY} chosen={wanted} onChange={setWanted} />
    </FormDialog>
  );
}
