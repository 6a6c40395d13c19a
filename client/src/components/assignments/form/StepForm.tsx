import { TASK_LENGTH, TITLE_LENGTH } from '@fundus/contract/assignments/assignments';
import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import { ChevronDown, ChevronUp, ExternalLink, GripVertical, PencilLine, SquarePen, Trash2 } from 'lucide-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { formatDuration } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { SmallCover } from '../../media/finder/SmallCover.tsx';
import { completionsOf, isTimed, type StepValues } from './form-values.ts';
import { describeCompletion } from '../describe-completion.ts';
import '../../../ui/button.css';
import '../../../ui/fields/field.css';
import '../../lists/line.css';
import './assignment-form.css';

type Props = {
  step: StepValues;
  /** Position of the step, starting at 1. */
  place: number;
  last: boolean;
  name: string;
  item: MediaItem | undefined;
  closed: boolean;
  open: boolean;
  problem: string | null;
  dragged: boolean;
  drop: 'above' | 'below' | null;
  onOpen: () => void;
  onChange: (some: Partial<StepValues>) => void;
  onGrip: (event: PointerEvent<HTMLElement>) => void;
  onKey: (event: KeyboardEvent) => void;
  onMove: (by: number) => void;
  onTake: () => void;
};

/** Shows the fields of a step: medium, task and completion rule. */
export function StepForm(props: Props) {
  const { step, place, last, name, item, closed, open, problem, dragged, drop, onOpen, onGrip, onKey, onMove, onTake } = props;
  const { t } = useT();
  const part = step.start !== '' || step.end !== '';
  return (
    <li className="step-form" data-dragged={dragged || undefined} data-drop={drop ?? undefined}>
      <div className="step-form-head">
        {!closed && (
          <button
            type="button"
            className="step-form-grip"
            aria-label={t('list.item.grip', { title: name })}
            title={t('list.item.grip.hint')}
            onPointerDown={onGrip}
            onKeyDown={onKey}
          >
            <GripVertical />
          </button>
        )}
        <span className="step-form-place num" aria-hidden="true">
          {place}
        </span>
        <StepSign step={step} item={item} />
        <div className="step-form-text">
          <h2>{name}</h2>
          <p className="line-facts">
            {part && (
              <span>
                {step.start || '0:00'}–{step.end}
              </span>
            )}
            <span>{describeCompletion(t, step.completion, { viewer: item?.viewer, pass: step.pass })}</span>
          </p>
          {!open && step.task && <p className="step-form-task">{step.task}</p>}
        </div>
        {!closed && (
          <div className="step-form-does">
            <IconButton
              className="btn btn-icon step-form-move"
              label={t('list.item.up', { title: name })}
              icon={<ChevronUp />}
              aria-disabled={place === 1}
              onClick={() => onMove(-1)}
            />
            <IconButton
              className="btn btn-icon step-form-move"
              label={t('list.item.down', { title: name })}
              icon={<ChevronDown />}
              aria-disabled={last}
              onClick={() => onMove(1)}
            />
            <IconButton label={t('assignment.step.edit', { title: name })} icon={<SquarePen />} aria-expanded={open} onClick={onOpen} />
            <IconButton label={t('assignment.step.remove', { title: name })} icon={<Trash2 />} onClick={onTake} />
          </div>
        )}
      </div>
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      {open && !closed && <StepFields {...props} />}
    </li>
  );
}

function StepSign({ step, item }: Pick<Props, 'step' | 'item'>) {
  if (step.kind === 'medium') return <SmallCover item={item ?? null} length={step.end === ''} />;
  return (
    <span className="step-form-sign" aria-hidden="true">
      {step.kind === 'external' ? <ExternalLink /> : <PencilLine />}
    </span>
  );
}

function StepFields({ step, item, problem, onChange }: Props) {
  const { t } = useT();
  const invalid = problem === null ? {} : ({ 'aria-invalid': true } as const);
  return (
    <div className="step-form-fields">
      {step.kind === 'external' && (
        <TextField
          label={t('list.item.url')}
          type="url"
          value={step.url}
          maxLength={2_000}
          {...invalid}
          onChange={(event) => onChange({ url: event.target.value })}
        />
      )}
      {step.kind !== 'medium' && (
        <TextField
          label={t(step.kind === 'text' ? 'assignment.step.text' : 'list.item.title')}
          value={step.title}
          maxLength={TITLE_LENGTH}
          {...(step.kind === 'text' && invalid)}
          onChange={(event) => onChange({ title: event.target.value })}
        />
      )}
      <TextArea
        label={t('assignment.step.task')}
        hint={t('assignment.step.task.hint')}
        value={step.task}
        maxLength={TASK_LENGTH}
        onChange={(event) => onChange({ task: event.target.value })}
      />
      <div className="assignment-form-pair">
        <SelectField
          label={t('assignment.step.completion')}
          value={step.completion}
          options={completionsOf(step.kind, item).map((value) => ({
            value,
            label: describeCompletion(t, value, { viewer: item?.viewer, pass: step.pass }),
          }))}
          onChange={(completion) => onChange({ completion })}
        />
        {step.completion === 'score' && (
          <TextField
            label={t('assignment.step.pass')}
            inputMode="numeric"
            value={step.pass}
            maxLength={3}
            {...invalid}
            onChange={(event) => onChange({ pass: event.target.value })}
          />
        )}
      </div>
      {step.kind === 'medium' && isTimed(item) && (
        <>
          <div className="assignment-form-pair">
            <TextField
              label={t('assignment.step.start')}
              placeholder="0:00"
              value={step.start}
              {...invalid}
              onChange={(event) => onChange({ start: event.target.value })}
            />
            <TextField
              label={t('assignment.step.end')}
              placeholder={item?.duration ? formatDuration(item.duration) : ''}
              value={step.end}
              {...invalid}
              onChange={(event) => onChange({ end: event.target.value })}
            />
          </div>
          <p className="small-print">{t('assignment.step.part.hint')}</p>
        </>
      )}
    </div>
  );
}
