import type { ReactNode } from 'react';
import type { ScreenProps } from '../../../../components/page/screen.ts';
import { InAssignment } from './InAssignment.tsx';
import { useClassContext, type ClassContext } from './use-class-context.ts';

type Props = ScreenProps<'class-media-detail'> & { children: (given: ClassContext, search: string, key: string) => ReactNode };

/** Shows a medium within a class, either as a shared medium or as a step of an assignment. */
export function InClass({ params: { id, mediaId }, search, children }: Props) {
  const query = new URLSearchParams(search);
  const [assignment, step] = [query.get('assignment'), query.get('step')];
  if (assignment && step)
    return (
      <InAssignment assignmentId={assignment} stepId={step} identifier={mediaId}>
        {children}
      </InAssignment>
    );
  return (
    <GivenToClass classId={id} identifier={mediaId} excerptId={query.get('excerpt')}>
      {(given) => children(given, search, '')}
    </GivenToClass>
  );
}

type GivenProps = { classId: string; identifier: string; excerptId: string | null; children: (given: ClassContext) => ReactNode };

const GivenToClass = ({ classId, identifier, excerptId, children }: GivenProps) =>
  children(useClassContext(classId, identifier, excerptId));
