import type { Assignment, Step } from '@fundus/contract/assignments/assignments';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { assignmentHref, stepHref } from '../../../../components/assignments/assignment-href.ts';
import { readAssignment } from '../../../../components/assignments/assignment-reads.ts';
import { hasPage } from '../../../../components/assignments/next-step.ts';
import { useT } from '../../../../i18n/translate.ts';
import type { TrailStep } from '../../../../stores/trail.ts';
import { loadLater } from '../../../../ui/load-later.tsx';
import { MediumSkeleton } from '../MediumSkeleton.tsx';
import type { ClassContext } from './use-class-context.ts';
import '../medium.css';

const MediumProblem = loadLater(async () => (await import('../MediumProblem.tsx')).MediumProblem);

type Props = {
  assignmentId: string;
  stepId: string;
  identifier: string;
  /** Renders the page of the medium. `search` contains the times to play, and `key` identifies the step. */
  children: (given: ClassContext, search: string, key: string) => ReactNode;
};

/**
 * Shows the medium of a step within its assignment, with the task and the neighbouring steps. If the step is a part of a medium, only that part is
 * shown.
 */
export function InAssignment({ assignmentId, stepId, identifier, children }: Props) {
  const { t } = useT();
  const read = useQuery({ ...readAssignment(assignmentId), refetchOnWindowFocus: false });
  const one = read.data;
  if (!one)
    return (
      <div className="wrap medium">
        {read.error ? (
          <MediumProblem code={read.error.code} identifier={identifier} back={null} onRetry={() => void read.refetch()} />
        ) : (
          <MediumSkeleton />
        )}
      </div>
    );
  const media = one.contents.filter(hasPage);
  const index = media.findIndex(({ id }) => id === stepId);
  const step = one.contents.find(({ id }) => id === stepId && media.some((each) => each.id === id));
  const given: ClassContext = {
    title: step ? t('assignment.own.stepOf', { place: one.contents.indexOf(step) + 1, count: one.contents.length }) : '',
    note: step?.task ?? '',
    part: step?.kind === 'sequence' ? step.title : null,
    around: {
      address: assignmentHref(one.class.id, one.id),
      title: one.title,
      before: index > 0 ? trailStep(one, media[index - 1]!) : null,
      after: index >= 0 && media[index + 1] ? trailStep(one, media[index + 1]!) : null,
    },
    ...(step && { step: { one, step } }),
  };
  return children(given, step?.kind === 'sequence' ? `t=${step.start_s ?? 0}&e=${step.end_s ?? ''}` : '', stepId);
}

const trailStep = (one: Assignment, step: Step): TrailStep => ({
  identifier: step.identifier!,
  title: step.title,
  href: stepHref(one.class.id, one.id, step),
});
