import { admission } from '@fundus/contract/access';
import { news } from '@fundus/contract/news/news';
import { screens } from '@fundus/contract/screens';
import { sharedMedia } from '@fundus/contract/shared-media/shared-media';
import { useQuery } from '@tanstack/react-query';
import { Share2 } from 'lucide-react';
import { query } from '../../api/query.ts';
import { NewsLines } from '../../components/news/NewsLines.tsx';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { Link } from '../../ui/Link.tsx';
import { viewHref } from './school-view.ts';
import './schools.css';

const SHOWN = 3;

/** Shows the latest news of the user's school and the number of media shared with the whole school. */
export function SchoolNews() {
  const { t, locale } = useT();
  const { user, config } = useSession();
  const latest = useQuery({
    ...query(news.list, { query: { school: 'true', limit: SHOWN, lang: locale } }),
    staleTime: 0,
    enabled: admission(screens['news-list'], user || null, config) === 'admitted',
  });
  const shared = useQuery({ ...query(sharedMedia.list, { query: { show: 'school', limit: 1 } }), staleTime: 0 });
  const items = latest.data?.items ?? [];
  const count = shared.data?.total ?? 0;
  if (latest.isLoading || shared.isLoading || items.length + count === 0) return null;
  return (
    <section className="school-latest" aria-labelledby="school-latest">
      <div className="block-head">
        <h2 id="school-latest">{t('schools.tab.news')}</h2>
        {items.length > 0 && <Link href={viewHref({ tab: 'news' })}>{t('news.all')}</Link>}
      </div>
      {items.length > 0 && <NewsLines items={items} />}
      {count > 0 && (
        <p className="school-latest-shared">
          <Share2 className="i-16" />
          <Link href={viewHref({ tab: 'shared' })}>{t('schools.shared.count', { count })}</Link>
        </p>
      )}
    </section>
  );
}
