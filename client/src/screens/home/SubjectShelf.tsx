import type { SearchScope } from '@fundus/contract/catalogue/catalogue';
import { MAIN_SUBJECTS } from '@fundus/contract/reference/main-subjects';
import { traitsOf } from '@fundus/contract/portal-types';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/query.ts';
import { SCOPE_CALLS, scopeHref, USABLE_ONLY_QUERY } from '../../components/search/search-scope.ts';
import { SubjectIcon } from '../../components/media/finder/subject-icons.tsx';
import { mainSubjectName } from '../../i18n/reference-names.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { Link } from '../../ui/Link.tsx';
import './subject-shelf.css';

/** Shows the subjects that have media as book spines with links. */
export function SubjectShelf({ scope }: { scope: SearchScope }) {
  const { t } = useT();
  const { config } = useSession();
  // Shown only if filters are enabled, so that the filter of a link is visible and can be removed (docs/behaviour/access.md#portal-types).
  const { filters } = traitsOf(config);
  const { data } = useQuery({
    ...query(SCOPE_CALLS[scope].distinct, { query: { f: 'fn_geb', ...USABLE_ONLY_QUERY[scope] } }),
    enabled: filters,
  });
  const counts = new Map(data?.values.map(({ value, count }) => [value, count]));
  const subjects = MAIN_SUBJECTS.filter(({ code }) => (counts.get(code) ?? 0) > 0);
  if (subjects.length === 0) return null;
  return (
    <section className="block" aria-labelledby="h-shelf">
      <div className="block-head">
        <h2 id="h-shelf">{t('home.shelf')}</h2>
      </div>
      <ul className="spines">
        {subjects.map(({ code, key, label, icon }) => (
          <li key={code}>
            <Link className="spine" data-subject={key} href={scopeHref(scope, { filter_fn_geb: `${code}*` })}>
              <span className="spine-label">{mainSubjectName({ code, label })}</span>
              <span className="spine-count num">
                <span aria-hidden="true">{counts.get(code)}</span>
                <span className="sr">{t('search.count', { count: counts.get(code) ?? 0 })}</span>
              </span>
              <SubjectIcon icon={icon} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
