import {
  COUNTED_ATTEMPTS,
  INSTRUCTIONS_LENGTH,
  MAX_ATTEMPTS,
  MAX_STEPS,
  REMIND_DAYS,
  TITLE_LENGTH,
} from '@fundus/contract/assignments/assignments';
import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import type { Class } from '@fundus/contract/classes/classes';
import { useState, type ReactNode } from 'react';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { TextField } from '../../../ui/fields/Field.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { Fold } from '../../../ui/Fold.tsx';
import { loadLater } from '../../../ui/load-later.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { DateField } from '../../forms/DateField.tsx';
import { MomentField } from '../../forms/MomentField.tsx';
import { describeAttempts, describeTerms } from './describe-terms.ts';
import type { AssignmentValues, StepValues } from './form-values.ts';
import { StepsField } from './StepsField.tsx';
import { TargetField } from './TargetField.tsx';
import '../../forms/edit-foot.css';
import './assignment-form.css';

const AddStepDialog = loadLater(async () => (await import('./AddStepDialog.tsx')).AddStepDialog);

type Props = {
  id: string;
  cls: Class;
  values: AssignmentValues;
  set: (some: Partial<AssignmentValues>) => void;
  /** Returns the error of a field, or `null`. Fields are named as in the request; a step is named `steps.3`. */
  problemAt: (field: string) => string | null;
  /** Error that concerns the whole form. */
  problem: string | null;
  /** Media used in the steps, by identifier. */
  media: ReadonlyMap<string, MediaItem>;
  onMedia: (item: MediaItem) => void;
  /** True if learners have started, so that the steps can no longer be changed. */
  stepsClosed?: boolean;
  /** Content above the fields. */
  head?: ReactNode;
  /** Submit buttons. */
  foot: ReactNode;
  onSubmit: () => void;
};

/** Default time of a due date, before the first lesson. */
const USUAL_TIME = '08:00';

/** Shows all fields of an assignment. */
export function AssignmentForm({
  id,
  cls,
  values,
  set,
  problemAt,
  problem,
  media,
  onMedia,
  stepsClosed = false,
  head,
  foot,
  onSubmit,
}: Props) {
  const { t } = useT();
  const [adding, setAdding] = useState(false);
  const add = (step: StepValues, item?: MediaItem) => {
    if (item) onMedia(item);
    set({ steps: [...values.steps, step] });
    showSnackbar({ text: t('assignment.step.added', { title: step.title || (item?.fn_titel ?? '') }), type: 'success' });
  };
  const counted = values.steps.some(({ completion }) => completion === 'score' || completion === 'answer_text');
  const fields = { values, set, problemAt };
  return (
    <>
      <form
        id={id}
        className="assignment-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {head}
        <FormProblem>{problem}</FormProblem>
        <div className="assignment-form-sides">
          <div>
            <TaskFields {...fields} />
            <StepsField
              steps={values.steps}
              set={(steps) => set({ steps })}
              problemAt={problemAt}
              media={media}
              onAdd={() => setAdding(true)}
              closed={stepsClosed}
            />
          </div>
          <div className="assignment-form-terms">
            <TargetField cls={cls} to={values.to} set={(to) => set({ to })} problem={problemAt('to')} />
            <TimeFields {...fields} />
            {counted && <AttemptFields {...fields} />}
          </div>
        </div>
        <div className="edit-foot">{foot}</div>
      </form>
      {/* Rendered outside the form, because the dialog contains forms itself. */}

      {adding && (
        <AddStepDialog
          has={(identifier) => values.steps.some((step) => step.identifier === identifier)}
          room={MAX_STEPS - values.steps.length}
          onAdd={add}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}

type Fields = Pick<Props, 'values' | 'set' | 'problemAt'>;

/** Shows the fields for title and instructions. */
function TaskFields({ values, set, problemAt }: Fields) {
  const { t } = useT();
  return (
    <fieldset>
      <legend>{t('assignment.section.what')}</legend>
      <TextField
        label={t('assignment.title')}
        value={values.title}
        maxLength={TITLE_LENGTH}
        required
        error={problemAt('title')}
        onChange={(event) => set({ title: event.target.value })}
      />
      <TextArea
        label={t('assignment.instructions')}
        hint={t('assignment.instructions.hint')}
        rows={4}
        value={values.instructions}
        maxLength={INSTRUCTIONS_LENGTH}
        error={problemAt('instructions')}
        onChange={(event) => set({ instructions: event.target.value })}
      />
    </fieldset>
  );
}

/** Shows the fields for first day, due date and reminder. While closed, the section shows a summary of their values. */
function TimeFields({ values, set, problemAt }: Fields) {
  const { t, locale } = useT();
  const reminders = [...new Set<number>([...REMIND_DAYS, Number(values.remind)])].sort((a, b) => a - b);
  return (
    <FoldedFields
      title={t('assignment.section.when')}
      says={describeTerms(t, locale, values, new Date())}
      wrong={['visible_from', 'due_at', 'remind_days'].some((field) => problemAt(field) !== null)}
    >
      <div className="assignment-form-pair" data-fields>
        <DateField
          label={t('share.from')}
          hint={t('share.from.hint')}
          value={values.from}
          error={problemAt('visible_from')}
          onChange={(event) => set({ from: event.target.value })}
        />
        <MomentField
          name="due_at"
          label={t('assignment.field.due')}
          hint={t('assignment.field.due.hint')}
          value={values.due}
          usual={USUAL_TIME}
          error={problemAt('due_at')}
          onChange={(due) => set({ due })}
        />
      </div>
      {values.due !== '' && (
        <SelectField
          label={t('assignment.field.remind')}
          hint={t('assignment.field.remind.hint')}
          value={values.remind}
          error={problemAt('remind_days')}
          options={reminders.map((days) => ({
            value: String(days),
            label: days === 0 ? t('assignment.remind.never') : t('assignment.remind.days', { count: days }),
          }))}
          onChange={(remind) => set({ remind })}
        />
      )}
    </FoldedFields>
  );
}

/** Shows a section that is initially closed. It opens if one of its fields has an error. */
const FoldedFields = ({ title, says, wrong, children }: { title: string; says: string; wrong: boolean; children: ReactNode }) => (
  <fieldset className="assignment-form-folded" aria-label={title}>
    <Fold title={title} says={says} forced={wrong}>
      {children}
    </Fold>
  </fieldset>
);

/** Shows the fields for the number of attempts and for the attempt that counts. */
function AttemptFields({ values, set, problemAt }: Fields) {
  const { t } = useT();
  const attempts = Array.from({ length: MAX_ATTEMPTS }, (_, i) => String(i + 1));
  return (
    <FoldedFields title={t('assignment.section.attempts')} says={describeAttempts(t, values)} wrong={problemAt('attempts') !== null}>
      <div className="assignment-form-pair">
        <SelectField
          label={t('assignment.field.attempts')}
          value={values.attempts}
          error={problemAt('attempts')}
          options={[
            { value: '', label: t('assignment.attempts.unlimited') },
            ...attempts.map((value) => ({ value, label: t('assignment.attempts', { count: Number(value) }) })),
          ]}
          onChange={(value) => set({ attempts: value })}
        />
        <SelectField
          label={t('assignment.field.counts')}
          value={values.counts}
          options={COUNTED_ATTEMPTS.map((value) => ({ value, label: t(`assignment.counts.${value}`) }))}
          onChange={(counts) => set({ counts })}
        />
      </div>
    </FoldedFields>
  );
}
