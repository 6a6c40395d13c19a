import { MAX_STEPS } from '@fundus/contract/assignments/assignments';
import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { useDrag } from '../../lists/use-drag.ts';
import { moveStep, type StepValues } from './form-values.ts';
import { StepForm } from './StepForm.tsx';
import '../../../ui/fields/field.css';
import './assignment-form.css';

type Props = {
  steps: readonly StepValues[];
  set: (steps: readonly StepValues[]) => void;
  problemAt: (field: string) => string | null;
  media: ReadonlyMap<string, MediaItem>;
  onAdd: () => void;
  closed: boolean;
};

/** Shows the steps of an assignment, which can be reordered by dragging or with the keyboard. */
export function StepsField({ steps, set, problemAt, media, onAdd, closed }: Props) {
  const { t } = useT();
  const [open, setOpen] = useState<string | null>(null);
  const latest = useRef(steps);
  useEffect(() => {
    latest.current = steps;
  });
  const rows = useRef<HTMLOListElement>(null);
  const said = useRef<HTMLParagraphElement>(null);
  const { drag, begin } = useDrag(rows, (key, before) => set(moveStep(steps, key, before)));
  const nameOf = ({ title, identifier }: StepValues): string => title || (media.get(identifier)?.fn_titel ?? identifier);

  const move = (step: StepValues, by: number) => {
    const at = steps.indexOf(step);
    const to = at + by;
    if (to < 0 || to >= steps.length) return;
    set(moveStep(steps, step.key, by > 0 ? to + 1 : to));
    if (said.current) said.current.textContent = t('list.item.moved', { title: nameOf(step), place: to + 1, count: steps.length });
  };
  const onKey = (step: StepValues) => (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    move(step, by);
  };
  const take = (step: StepValues) => {
    const at = steps.indexOf(step);
    set(steps.filter(({ key }) => key !== step.key));
    const restoreStep = () => set([...latest.current.slice(0, at), step, ...latest.current.slice(at)]);
    showSnackbar({ text: t('assignment.step.removed', { title: nameOf(step) }), action: { label: t('app.undo'), run: restoreStep } });
  };
  const problem = problemAt('steps');
  return (
    <fieldset>
      <legend>{t('assignment.section.steps')}</legend>
      {closed && <p className="small-print">{t('assignment.begun')}</p>}
      <p className="sr" role="status" ref={said} />
      <ol ref={rows} className="lines assignment-steps-form" hidden={steps.length === 0} data-dragging={drag ? true : undefined}>
        {steps.map((step, i) => (
          <StepForm
            key={step.key}
            step={step}
            place={i + 1}
            last={i === steps.length - 1}
            name={nameOf(step)}
            item={media.get(step.identifier)}
            closed={closed}
            open={open === step.key || problemAt(`steps.${i}`) !== null}
            problem={problemAt(`steps.${i}`)}
            dragged={drag?.id === step.key}
            drop={!drag ? null : drag.before === i ? 'above' : drag.before === steps.length && i === steps.length - 1 ? 'below' : null}
            onOpen={() => setOpen(open === step.key ? null : step.key)}
            onChange={(some) => set(steps.map((one) => (one.key === step.key ? { ...one, ...some } : one)))}
            onGrip={(event) => begin(step.key, event)}
            onKey={onKey(step)}
            onMove={(by) => move(step, by)}
            onTake={() => take(step)}
          />
        ))}
      </ol>
      {problem && <p className="field-error">{problem}</p>}
      {!closed && (
        <Button
          variant="line"
          icon={<Plus />}
          disabled={steps.length >= MAX_STEPS}
          aria-invalid={problem !== null || undefined}
          onClick={onAdd}
        >
          {t('assignment.step.add')}
        </Button>
      )}
      {steps.length >= MAX_STEPS && <p className="small-print">{t('assignment.steps.most', { count: MAX_STEPS })}</p>}
    </fieldset>
  );
}
