import { isStudent } from '@fundus/contract/access';
import { sharedMedia } from '@fundus/contract/shared-media/shared-media';
import { Search, Share2 } from 'lucide-react';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { PagedList } from '../../../components/lists/PagedList.tsx';
import { rowsOf, usePage } from '../../../components/lists/use-page.ts';
import { scopeHref, searchScope } from '../../../components/search/search-scope.ts';
import { SharedRow } from '../../../components/sharing/SharedRow.tsx';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { PAGE, type SchoolView } from '../school-view.ts';
import '../../../components/sharing/sharing.css';
import '../schools.css';

type Props = { view: SchoolView; show: (about: Partial<SchoolView>) => void };

/** Lists media shared with the whole school, and explains how to share. */
export function SharedTab({ view, show }: Props) {
  const { t } = useT();
  const session = useSession();
  const pupil = session.user !== false && isStudent(session.user);
  const scope = searchScope(session);
  const list = usePage(sharedMedia.list, { query: { show: 'school', ...rowsOf(view.page, PAGE) } });
  const shares = list.data?.can.share ?? false;
  const searchLink = shares && scope && (
    <ButtonLink variant="line" icon={<Search />} href={scopeHref(scope)}>
      {t('schools.shared.search')}
    </ButtonLink>
  );
  const hint = t(shares ? 'schools.shared.hint' : pupil ? 'schools.shared.hint.pupil' : 'schools.shared.hint.other');
  return (
    <PagedList
      list={list}
      label={t('schools.tab.shared')}
      onPage={(page) => show({ page })}
      empty={
        <EmptyState icon={<Share2 />} title={t('shared.none.school')}>
          <p>{hint}</p>
          {searchLink}
        </EmptyState>
      }
    >
      {({ items }) => (
        <>
          <div className="school-bar school-shared">
            <p className="quiet">{hint}</p>
            {searchLink}
          </div>
          <ul className="lines shared-list">
            {items.map((entry) => (
              <SharedRow key={entry.id} entry={entry} />
            ))}
          </ul>
        </>
      )}
    </PagedList>
  );
}
