import { BARRIER_REASONS, STATEMENT_METHODS, STATEMENT_STATES, type Barrier, type Statement } from '@fundus/contract/legal/content';
import { Plus, X } from 'lucide-react';
import { DateField } from '../../components/forms/DateField.tsx';
import { useT } from '../../i18n/translate.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/Field.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import './legal-edit.css';

type Props = { statement: Statement; problems: Record<string, string>; onChange: (statement: Statement) => void };

type ErrorText = 'contact.error.email.format' | 'editor.link.wrong' | 'contact.error.text.required';

type GroupProps = {
  statement: Statement;
  /** Returns the error text of a field, or `null` if the field has no error. */
  errorOf: (field: string, text: ErrorText) => string | null;
  set: (change: Partial<Statement>) => void;
};

/** Shows the fields of the accessibility statement (BITV 2.0 §7). */
export function StatementFields({ statement, problems, onChange }: Props) {
  const { t } = useT();
  const group: GroupProps = {
    statement,
    errorOf: (field, text) => {
      const rule = problems[`statement.${field}`] ?? problems[`content.statement.${field}`];
      return rule ? t(rule === 'max' ? 'contact.error.max' : text) : null;
    },
    set: (change) => onChange({ ...statement, ...change }),
  };
  return (
    <>
      <AboutFields {...group} />
      <BarrierList {...group} />
      <AssessmentFields {...group} />
      <EnforcementFields {...group} />
    </>
  );
}

/** Shows the fields for conformance status, law and scope. */
function AboutFields({ statement, errorOf, set }: GroupProps) {
  const { t } = useT();
  return (
    <fieldset className="legal-group">
      <legend>{t('legal.edit.statement.about')}</legend>
      <SelectField
        label={t('legal.edit.statement.status')}
        value={statement.status ?? ''}
        options={[
          ...(statement.status ? [] : [{ value: '' as const, label: t('legal.edit.statement.open') }]),
          ...STATEMENT_STATES.map((value) => ({ value, label: t(`legal.edit.statement.status.${value}`) })),
        ]}
        onChange={(value) => set({ status: value || null })}
      />
      <TextField
        label={t('legal.edit.statement.law')}
        hint={t('legal.edit.statement.law.hint')}
        value={statement.law}
        error={errorOf('law', 'contact.error.text.required')}
        onChange={(event) => set({ law: event.target.value })}
      />
      <TextField
        label={t('legal.edit.statement.scope')}
        hint={t('legal.edit.statement.scope.hint')}
        value={statement.scope}
        error={errorOf('scope', 'contact.error.text.required')}
        onChange={(event) => set({ scope: event.target.value })}
      />
    </fieldset>
  );
}

/** Shows the fields for content that is not accessible. */
function BarrierList({ statement, errorOf, set }: GroupProps) {
  const { t } = useT();
  return (
    <fieldset className="legal-group">
      <legend>{t('legal.statement.barriers')}</legend>
      {statement.barriers.map((barrier, i) => (
        <BarrierFields
          key={i}
          n={i + 1}
          barrier={barrier}
          error={errorOf(`barriers.${i}.what`, 'contact.error.text.required')}
          onChange={(next) => set({ barriers: statement.barriers.with(i, next) })}
          onRemove={() => set({ barriers: statement.barriers.toSpliced(i, 1) })}
        />
      ))}
      <Button
        variant="line"
        icon={<Plus className="i-16" />}
        disabled={statement.barriers.length >= 50}
        onClick={() => set({ barriers: [...statement.barriers, { what: '', reason: 'not_conformant', explanation: '', alternative: '' }] })}
      >
        {t('legal.edit.statement.add')}
      </Button>
    </fieldset>
  );
}

/** Shows the fields for how and when the statement was prepared. */
function AssessmentFields({ statement, errorOf, set }: GroupProps) {
  const { t } = useT();
  const day = (value: string) => value || null;
  return (
    <fieldset className="legal-group">
      <legend>{t('legal.statement.made')}</legend>
      <SelectField
        label={t('legal.edit.statement.method')}
        value={statement.method ?? ''}
        options={[
          ...(statement.method ? [] : [{ value: '' as const, label: t('legal.edit.statement.open') }]),
          ...STATEMENT_METHODS.map((value) => ({ value, label: t(`legal.edit.statement.method.${value}`) })),
        ]}
        onChange={(value) => set({ method: value || null })}
      />
      <TextField
        label={t('legal.edit.statement.assessor')}
        value={statement.assessor}
        error={errorOf('assessor', 'contact.error.text.required')}
        onChange={(event) => set({ assessor: event.target.value })}
      />
      <div className="legal-two">
        <DateField
          label={t('legal.edit.statement.prepared_on')}
          value={statement.prepared_on ?? ''}
          onChange={(event) => set({ prepared_on: day(event.target.value) })}
        />
        <DateField
          label={t('legal.edit.statement.reviewed_on')}
          value={statement.reviewed_on ?? ''}
          onChange={(event) => set({ reviewed_on: day(event.target.value) })}
        />
      </div>
    </fieldset>
  );
}

/** Shows the fields for the enforcement body. */
function EnforcementFields({ statement, errorOf, set }: GroupProps) {
  const { t } = useT();
  const { enforcement } = statement;
  const change = (about: Partial<Statement['enforcement']>) => set({ enforcement: { ...enforcement, ...about } });
  return (
    <fieldset className="legal-group">
      <legend>{t('legal.edit.statement.enforcement')}</legend>
      <TextField
        label={t('legal.edit.statement.enforcement.name')}
        value={enforcement.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextArea
        label={t('legal.edit.statement.enforcement.address')}
        rows={2}
        value={enforcement.address}
        onChange={(event) => change({ address: event.target.value })}
      />
      <TextField
        label={t('legal.edit.statement.enforcement.email')}
        inputMode="email"
        autoComplete="off"
        value={enforcement.email}
        error={errorOf('enforcement.email', 'contact.error.email.format')}
        onChange={(event) => change({ email: event.target.value.trim() })}
      />
      <TextField
        label={t('legal.edit.statement.enforcement.url')}
        inputMode="url"
        autoComplete="off"
        value={enforcement.url}
        error={errorOf('enforcement.url', 'editor.link.wrong')}
        onChange={(event) => change({ url: event.target.value.trim() })}
      />
    </fieldset>
  );
}

type BarrierProps = { n: number; barrier: Barrier; error: string | null; onChange: (barrier: Barrier) => void; onRemove: () => void };

function BarrierFields({ n, barrier, error, onChange, onRemove }: BarrierProps) {
  const { t } = useT();
  const set = (change: Partial<Barrier>) => onChange({ ...barrier, ...change });
  return (
    <div className="legal-barrier" role="group" aria-label={t('legal.edit.statement.barrier', { n })}>
      <div className="legal-barrier-head">
        <b>{t('legal.edit.statement.barrier', { n })}</b>
        <IconButton label={t('legal.edit.statement.remove', { n })} icon={<X />} onClick={onRemove} />
      </div>
      <TextArea
        label={t('legal.edit.statement.what')}
        rows={2}
        value={barrier.what}
        error={error}
        onChange={(event) => set({ what: event.target.value })}
      />
      <SelectField
        label={t('legal.edit.statement.reason')}
        value={barrier.reason}
        options={BARRIER_REASONS.map((value) => ({ value, label: t(`legal.statement.reason.${value}`) }))}
        onChange={(reason) => set({ reason })}
      />
      <TextArea
        label={t('legal.edit.statement.explanation')}
        rows={2}
        value={barrier.explanation}
        onChange={(event) => set({ explanation: event.target.value })}
      />
      <TextArea
        label={t('legal.edit.statement.alternative')}
        rows={2}
        value={barrier.alternative}
        onChange={(event) => set({ alternative: event.target.value })}
      />
    </div>
  );
}
