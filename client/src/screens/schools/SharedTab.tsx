import { isStudent } from '@fundus/contract/access';
import { href } from '@fundus/contract/screens';
import { sharedMedia } from '@fundus/contract/shared-media';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Search, Share2 } from 'lucide-react';
import { query } from '../../api/query.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Failed } from '../../components/Failed.tsx';
import { Pager } from '../../components/Pager.tsx';
import { searchScope } from '../../components/search-scope.ts';
import { SharedRow } from '../../components/sharing/SharedRow.tsx';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Bar, Late } from '../../ui/Skeleton.tsx';
import { PAGE, type SchoolView } from './school-view.ts';

type Props = { view: SchoolView; show: (about: Partial<SchoolView>) => void };

/** What all of the own school has. Sharing begins at the card of a medium: the way there is said here. */
export function SharedTab({ view, show }: Props) {
  const { t } = useT();
  const session = useSession();
  const pupil = session.user !== false && isStudent(session.user);
  const scope = searchScope(session);
  const list = useQuery({
    ...query(sharedMedia.list, { query: { show: 'school', offset: (view.page - 1) * PAGE, limit: PAGE } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const reply = list.data;
  if (!reply)
    return list.error ? (
      <Failed error={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <Late>
        <Bar width="100%" height="20rem" />
      </Late>
    );
  const way = reply.can.share && scope && (
    <ButtonLink variant="line" icon={<Search />} href={href(scope)}>
      {t('schools.shared.search')}
    </ButtonLink>
  );
  const hint = t(reply.can.share ? 'schools.shared.hint' : pupil ? 'schools.shared.hint.pupil' : 'schools.shared.hint.other');
  if (reply.items.length === 0 && reply.total === 0)
    return (
      <EmptyState icon={<Share2 />} title={t('shared.none.school')}>
        <p>{hint}</p>
        {way}
      </EmptyState>
    );
  return (
    <>
      <div className="school-bar school-shared">
        <p className="quiet">{hint}</p>
        {way}
      </div>
      <ul className="lines shared-list">
        {reply.items.map((entry) => (
          <SharedRow key={entry.id} entry={entry} />
        ))}
      </ul>
      <Pager {...reply} label={t('schools.tab.shared')} onTurn={(offset) => show({ page: offset / PAGE + 1 })} />
    </>
  );
}
