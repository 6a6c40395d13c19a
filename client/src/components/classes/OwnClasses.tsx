import { isAdvancedView, isTeacher } from '@fundus/contract/access';
import { classes, type ClassLine } from '@fundus/contract/classes/classes';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { queryAll } from '../../api/read-all.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { PlaceholderLines } from '../../ui/Skeleton.tsx';
import { SubjectChip } from '../media/finder/SubjectChip.tsx';
import { Failed } from '../page/Failed.tsx';
import '../../ui/list.css';
import '../lists/line.css';
import './own-classes.css';

type Props = {
  title: string;
  /** Text below the title. */
  says?: string;
  /** Returns the content between the text and the classes. `lines` are the active classes. */
  sum?: (lines: readonly ClassLine[]) => ReactNode;
  /** True to link to the settings with subject and grade of the classes that the user owns. */
  settings?: boolean;
};

/** Shows a teacher's active classes with subject and grade. Renders nothing for other users. */
export function OwnClasses({ title, says, sum, settings = false }: Props) {
  const { t, locale } = useT();
  const { user } = useSession();
  const teaches = Boolean(user && isTeacher(user) && isAdvancedView(user));
  const own = useQuery({ ...queryAll(classes.list, { query: { show: 'own' } }), staleTime: 0, enabled: teaches });
  if (!teaches) return null;
  const lines = (own.data?.items ?? []).filter(({ state }) => state === 'active');
  return (
    <section className="own-classes" aria-labelledby="own-classes">
      <h2 id="own-classes">{title}</h2>
      {says && <p className="quiet small">{says}</p>}
      {own.data ? sum?.(lines) : own.error ? <Failed error={own.error} onRetry={() => void own.refetch()} /> : <PlaceholderLines />}
      <ul className="lines">
        {lines.map((line) => (
          <li key={line.id} className="own-class">
            <div>
              <h3>
                <Link href={href('class', { id: line.id })}>{line.name}</Link>
              </h3>
              <p className="line-facts">
                <SubjectChip codes={line.subject ? [line.subject] : []} />
                {line.grade !== null && <span>{t('class.grade.one', { grade: line.grade })}</span>}
                <span>{t('classes.learners', { count: line.learners, number: formatNumber(line.learners, locale) })}</span>
                {settings && line.role === 'owner' && (
                  <Link
                    href={href('class', { id: line.id }, { tab: 'settings' })}
                    aria-label={t('classes.teaching.change.name', { name: line.name })}
                  >
                    {t('classes.teaching.change')}
                  </Link>
                )}
              </p>
            </div>
            {line.new_results > 0 && (
              <Link className="own-class-new" href={href('class', { id: line.id }, { tab: 'results' })}>
                {t('classes.newResults', { count: line.new_results, number: formatNumber(line.new_results, locale) })}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {own.data && lines.length === 0 && (
        <>
          <p className="quiet">{t('classes.own.none')}</p>
          {own.data.can.create && (
            <ButtonLink variant="line" icon={<Plus />} href={href('classes')}>
              {t('classes.own.create')}
            </ButtonLink>
          )}
        </>
      )}
    </section>
  );
}
