import { assignments } from '@fundus/contract/assignments/assignments';
import { catalogue, type MediaItem } from '@fundus/contract/catalogue/catalogue';
import type { Class } from '@fundus/contract/classes/classes';
import type { AppError } from '@fundus/contract/errors';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { formatDateUnbroken } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { useUnsaved } from '../../../stores/unsaved.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { Bar, ShowDelayed } from '../../../ui/Skeleton.tsx';
import { useProblems } from '../../forms/use-problems.ts';
import { readList } from '../../medialists/read-list.ts';
import { Failed } from '../../page/Failed.tsx';
import type { Go } from '../../page/screen.ts';
import { assignmentHref, assignmentsHref, type AssignmentView } from '../assignment-href.ts';
import { ASSIGNMENT_READS, readAssignment } from '../assignment-reads.ts';
import { AssignmentForm } from './AssignmentForm.tsx';
import { namesOf, formProblemTexts } from './form-problems.ts';
import { bodyOf, findProblems, mediumStep, partStep, NO_VALUES, stepsOfList, valuesOf, type AssignmentValues } from './form-values.ts';
import { mediaOf, useMedia } from './use-media.ts';
import '../../forms/edit-foot.css';

type Props = { cls: Class; begin: AssignmentView['begin']; go: Go };

/** Shows the form of a new assignment once its contents are loaded: a media list, media or another assignment. */
export function NewAssignment({ cls, begin, go }: Props) {
  const { t } = useT();
  const list = useQuery({ ...readList(begin.list ?? ''), enabled: begin.list !== null });
  const other = useQuery({ ...readAssignment(begin.copy ?? ''), enabled: begin.copy !== null });
  const media = useQueries({
    queries: begin.media.map((identifier) => ({ ...query(catalogue.detail, { params: { identifier } }), staleTime: 60_000 })),
  });
  const reads = [list, other, ...media];
  const failed = reads.find(({ error }) => error)?.error;
  if (failed) return <Failed error={failed} onRetry={() => reads.forEach((read) => read.error && void read.refetch())} />;
  if (reads.some(({ isLoading }) => isLoading))
    return (
      <ShowDelayed>
        <Bar width="100%" height="24rem" />
      </ShowDelayed>
    );
  if (other.data) {
    const copied = valuesOf(other.data);
    const values = {
      ...copied,
      ...{ title: t('assignment.copy.name', { title: copied.title }).slice(0, 120), from: '', due: '' },
      // A copy keeps the selected groups and learners only within the same class.
      to: other.data.class.id === cls.id ? copied.to : NO_VALUES.to,
    };
    return <NewAssignmentForm cls={cls} values={values} media={mediaOf(other.data.contents)} go={go} />;
  }
  if (list.data) {
    const values = { ...NO_VALUES, title: list.data.title.slice(0, 120), steps: stepsOfList(list.data.contents) };
    return <NewAssignmentForm cls={cls} values={values} media={mediaOf(list.data.contents)} go={go} />;
  }
  const items = media.flatMap(({ data }) => data ?? []);
  const [only] = items;
  const part = items.length === 1 ? begin.part : null;
  const values = {
    ...NO_VALUES,
    title: items.length === 1 ? (part?.title ?? only!.fn_titel).slice(0, 120) : '',
    steps: part ? [partStep(only!, part)] : items.map(mediumStep),
  };
  return <NewAssignmentForm cls={cls} values={values} media={items} go={go} />;
}

type BegunProps = { cls: Class; values: AssignmentValues; media: readonly MediaItem[]; go: Go };

function NewAssignmentForm({ cls, values: first, media: known, go }: BegunProps) {
  const { t, locale } = useT();
  const form = useId();
  const [begun] = useState(first);
  const [values, setValues] = useState(begun);
  const [found, report, forget] = useProblems(form);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const { media, addMedium, titleOf } = useMedia(known);
  const create = useCall(assignments.create, ASSIGNMENT_READS);
  const release = useUnsaved('changes', values !== begun, { view: true });
  const publish = useRef(true);
  const set = (some: Partial<AssignmentValues>) => {
    setValues((now) => ({ ...now, ...some }));
    setRefusal(null);
    forget(namesOf(some, found));
  };
  const send = () => {
    const problems = findProblems(values, { now: new Date(), due: true, draft: !publish.current });
    report(problems);
    if (Object.keys(problems).length > 0) return;
    const body = bodyOf(values, titleOf) as Parameters<typeof create.mutate>[0]['body'];
    create.mutate(
      { params: { id: cls.id }, body: { ...body, publish: publish.current } },
      {
        onSuccess: ({ id, title, state, visible_from }) => {
          release();
          const says = { draft: 'assignment.made.draft', scheduled: 'assignment.made.scheduled' } as const;
          const date = visible_from ? formatDateUnbroken(visible_from, 'long', locale) : '';
          showSnackbar({ text: t(says[state as 'draft'] ?? 'assignment.done.publish', { title, date }), type: 'success' });
          go(assignmentHref(cls.id, id), { replace: true, top: true });
        },
        onError: setRefusal,
      },
    );
  };
  return (
    <AssignmentForm
      id={form}
      cls={cls}
      values={values}
      set={set}
      {...formProblemTexts(t, found, refusal)}
      media={media}
      onMedia={addMedium}
      onSubmit={send}
      foot={
        <>
          <ButtonLink flush href={assignmentsHref(cls.id)}>
            {t('app.cancel')}
          </ButtonLink>
          <span className="edit-foot-says" />
          <div className="edit-foot-group">
            <Button type="submit" variant="line" disabled={create.isPending} onClick={() => (publish.current = false)}>
              {t('assignment.save.draft')}
            </Button>
            <Button type="submit" variant="primary" icon={<Send />} disabled={create.isPending} onClick={() => (publish.current = true)}>
              {t('assignment.move.publish')}
            </Button>
          </div>
        </>
      }
    />
  );
}
