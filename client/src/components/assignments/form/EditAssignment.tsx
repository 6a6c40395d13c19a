import { assignments, type Assignment } from '@fundus/contract/assignments/assignments';
import type { Class } from '@fundus/contract/classes/classes';
import type { AppError } from '@fundus/contract/errors';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { keyOf } from '../../../api/query.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { useT, type Translate } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { useUnsaved } from '../../../stores/unsaved.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { useProblems } from '../../forms/use-problems.ts';
import { ConflictNote } from '../../medialists/ConflictNote.tsx';
import { useMergedForm } from '../../medialists/use-merged-form.ts';
import type { Go } from '../../page/screen.ts';
import { assignmentHref } from '../assignment-href.ts';
import { ASSIGNMENT_READS, readAssignment } from '../assignment-reads.ts';
import { AssignmentForm } from './AssignmentForm.tsx';
import { namesOf, formProblemTexts } from './form-problems.ts';
import { bodyOf, findProblems, valuesOf, type AssignmentValues } from './form-values.ts';
import { mediaOf, useMedia } from './use-media.ts';
import '../../forms/edit-foot.css';

/** Shows the form of an existing assignment and merges concurrent changes of other users. */
export function EditAssignment({ cls, one, go }: { cls: Class; one: Assignment; go: Go }) {
  const { t } = useT();
  const id = useId();
  const client = useQueryClient();
  const [found, report, forget] = useProblems(id);
  const { media, addMedium, titleOf } = useMedia(mediaOf(one.contents));
  const [before] = useState(() => valuesOf(one));
  const saved = useRef(false);
  const [touched, setTouched] = useState(false);
  const release = useUnsaved('changes', touched, { view: true });
  const form = useMergedForm<Assignment, AssignmentValues>({
    thing: one,
    valuesOf,
    send: async (changes, version) => {
      const body = { version, ...bodyOf(changes, titleOf) };
      const next = await call(assignments.change, { params: { id: one.id }, body }).catch((error: AppError) => {
        // Adds the media of steps that another user has added in the meantime.
        for (const item of mediaOf((error.details?.current as Assignment | undefined)?.contents ?? [])) addMedium(item);
        throw error;
      });
      saved.current = true;
      client.setQueryData(readAssignment(one.id).queryKey, next);
      for (const read of ASSIGNMENT_READS.refreshes.slice(1)) void client.invalidateQueries({ queryKey: keyOf(read) });
    },
    readNow: () => client.fetchQuery(readAssignment(one.id)),
    onSaved: () => {
      release();
      if (saved.current) showSnackbar({ text: t('assignment.saved', { title: one.title }), type: 'success' });
      go(assignmentHref(cls.id, one.id), { replace: true, top: true });
    },
  });
  const { values, conflict } = form;
  const set = (some: Partial<AssignmentValues>) => {
    setTouched(true);
    form.set(some);
    forget(namesOf(some, found));
  };
  const send = () => {
    const problems = findProblems(values, { now: new Date(), due: values.due !== before.due, draft: one.state === 'draft' });
    report(problems);
    if (Object.keys(problems).length === 0) form.submit();
  };
  return (
    <AssignmentForm
      id={id}
      cls={cls}
      values={values}
      set={set}
      {...formProblemTexts(t, found, form.error)}
      media={media}
      onMedia={addMedium}
      stepsClosed={!one.can.editSteps}
      onSubmit={send}
      head={
        conflict && (
          <ConflictNote
            fields={conflict.both.map((name) => ({
              name,
              label: labelOf(t, name),
              theirs: formatField(t, name, conflict.theirs, cls, titleOf),
            }))}
            onTake={form.take}
          />
        )
      }
      foot={
        <>
          <ButtonLink flush href={assignmentHref(cls.id, one.id)}>
            {t('app.cancel')}
          </ButtonLink>
          <span className="edit-foot-says" />
          <Button type="submit" variant="primary" disabled={form.busy}>
            {t(conflict && conflict.both.length > 0 ? 'list.conflict.keep' : 'app.save')}
          </Button>
        </>
      }
    />
  );
}

const LABELS = {
  title: 'assignment.title',
  instructions: 'assignment.instructions',
  from: 'share.from',
  due: 'assignment.field.due',
  attempts: 'assignment.field.attempts',
  counts: 'assignment.field.counts',
  remind: 'assignment.field.remind',
  to: 'assignment.section.who',
  steps: 'assignment.section.steps',
} as const satisfies Record<keyof AssignmentValues, unknown>;

const labelOf = (t: Translate, name: keyof AssignmentValues): string => t(LABELS[name]);

/** Returns the value that another user has entered for a field, as text. */
function formatField(
  t: Translate,
  name: keyof AssignmentValues,
  all: AssignmentValues,
  cls: Class,
  titleOf: (identifier: string) => string,
): string {
  switch (name) {
    case 'attempts':
      return all.attempts === '' ? t('assignment.attempts.unlimited') : t('assignment.attempts', { count: Number(all.attempts) });
    case 'counts':
      return t(`assignment.counts.${all.counts}`);
    case 'due':
      return all.due.replace('T', ', ');
    case 'to':
      return all.to.whole
        ? t('assignment.to.class')
        : [
            ...cls.groups.filter(({ id }) => all.to.groups.includes(id)).map((group) => group.name),
            ...(all.to.members.length > 0
              ? [t('classes.learners', { count: all.to.members.length, number: formatNumber(all.to.members.length, 'de') })]
              : []),
          ].join(', ');
    case 'steps':
      return all.steps.map(({ title, identifier }) => title || titleOf(identifier)).join(', ');
    default:
      return all[name];
  }
}
