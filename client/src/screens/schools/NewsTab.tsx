import { isStudent } from '@fundus/contract/access';
import { useQuery } from '@tanstack/react-query';
import { Newspaper, Plus } from 'lucide-react';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { newNewsHref, newsHref, newsPage } from '../../components/news/news-list.ts';
import { NewsList } from '../../components/news/NewsList.tsx';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import type { SchoolView } from './school-view.ts';
import './schools.css';

type Props = { view: SchoolView; show: (about: Partial<SchoolView>) => void };

/** Lists the news of the user's school. */
export function NewsTab({ view, show }: Props) {
  const { t, locale } = useT();
  const { user } = useSession();
  const none = user && isStudent(user) ? 'schools.news.none.text.pupil' : 'schools.news.none.text';
  const list = useQuery(newsPage({ school: true, page: view.page, lang: locale }));
  return (
    <>
      <div className="school-bar">
        <Link className="small" href={newsHref()}>
          {t('schools.news.all')}
        </Link>
        {list.data?.can.write && (
          <div className="school-bar-end">
            <ButtonLink variant="primary" icon={<Plus />} href={newNewsHref()}>
              {t('news.write')}
            </ButtonLink>
          </div>
        )}
      </div>
      <NewsList
        list={list}
        onTurn={(page) => show({ page })}
        empty={
          <EmptyState icon={<Newspaper />} title={t('schools.news.none')}>
            <p>{t(list.data?.can.write ? 'news.none.write' : none)}</p>
          </EmptyState>
        }
      />
    </>
  );
}
