import { CHECKED_LINK_STATES, linkChecks, type LinkCheck, type LinkState } from '@fundus/contract/link-checks/link-checks';
import { href } from '@fundus/contract/screens';
import { Link2, RefreshCw } from 'lucide-react';
import { address as addressOf } from '../../../api/call.ts';
import { ExportMenu } from '../../../components/lists/ExportMenu.tsx';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import { PagedList } from '../../../components/lists/PagedList.tsx';
import { rowsOf, usePage } from '../../../components/lists/use-page.ts';
import type { ScreenProps } from '../../../components/page/screen.ts';
import { useCall } from '../../../api/query.ts';
import { formatDate, formatNumber } from '../../../i18n/format.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { showError } from '../../../stores/show-error.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { Link } from '../../../ui/Link.tsx';
import { Segment } from '../../../ui/fields/Segment.tsx';
import { PlaceholderLines } from '../../../ui/Skeleton.tsx';
import { EditTabs } from './EditTabs.tsx';
import { formatLinkProblem } from './format-link-problem.ts';
import '../../../components/lists/line.css';
import './edit-screen.css';

const PAGE = 25;

/** Shows media with broken links to the editors (docs/behaviour/link-checks.md). */
export function LinkChecks({ search, go }: Pick<ScreenProps<'catalogue-editing'>, 'search' | 'go'>) {
  const { t, locale } = useT();
  const asked = new URLSearchParams(search);
  const state: LinkState = CHECKED_LINK_STATES.find((name) => name === asked.get('state')) ?? 'dead';
  const page = Math.max(1, Number(asked.get('page')) || 1);
  const address = (about: { state?: LinkState; page?: number }): string => {
    const next = { state, page: 1, ...about };
    const shown = { show: 'links', state: next.state === 'dead' ? '' : next.state, page: next.page > 1 ? String(next.page) : '' };
    return href('catalogue-editing', {}, shown);
  };
  const list = usePage(linkChecks.list, { query: { state, ...rowsOf(page, PAGE) } });
  const counts = list.data?.counts;
  return (
    <div className="wrap edit">
      <PageHeading title={t('linkChecks.list')}>{t('edit.list')}</PageHeading>
      <EditTabs
        current="links"
        addressOf={(tab) => (tab === 'links' ? address({}) : href('catalogue-editing', {}, { show: tab === 'active' ? '' : tab }))}
      />
      <Segment
        label={t('linkChecks.list')}
        value={state}
        options={CHECKED_LINK_STATES.map((value) => ({
          value,
          label: `${t(`linkChecks.state.${value}`)}${counts ? ` (${formatNumber(counts[value], locale)})` : ''}`,
        }))}
        onChange={(next) => go(address({ state: next }), { replace: true })}
      />
      <ExportMenu hrefOf={(wanted) => addressOf(linkChecks.exportList, { query: { state, ...wanted } })} />
      <PagedList
        list={list}
        label={t('linkChecks.pages')}
        onPage={(next) => go(address({ page: next }))}
        waiting={<PlaceholderLines />}
        empty={<EmptyState icon={<Link2 />} title={t(`linkChecks.none.${state}`)} />}
      >
        {({ items }) => (
          <ul className="lines edit-links">
            {items.map((check) => (
              <Row key={check.identifier} check={check} />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}

function Row({ check }: { check: LinkCheck }) {
  const { t, locale } = useT();
  const again = useCall(linkChecks.checkNow, { refreshes: [linkChecks.list, linkChecks.ofMedium] });
  const { identifier, fn_titel: title, url, state, since, checked_at } = check;
  const facts = [
    formatLinkProblem(t, check),
    state !== 'unasked' && t('linkChecks.since', { day: formatDate(since, 'short', locale) }),
    t('linkChecks.checked', { day: formatDate(checked_at, 'short', locale) }),
  ];
  return (
    <li>
      <div>
        <h2>
          <Link href={href('medium-editing', { id: identifier })}>{title}</Link>
        </h2>
        <p className="edit-address">
          <a href={url} target="_blank" rel="noopener noreferrer">
            {url}
          </a>
        </p>
        <p className="small-print">{joinFacts(facts)}</p>
      </div>
      {state !== 'unasked' && (
        <Button
          variant="line"
          icon={<RefreshCw />}
          aria-label={t('linkChecks.again.name', { title })}
          disabled={again.isPending}
          onClick={() =>
            again.mutate(
              { params: { identifier } },
              {
                onSuccess: ({ check: now }) =>
                  showSnackbar({ text: t(now ? 'linkChecks.still' : 'linkChecks.good'), type: now ? 'info' : 'success' }),
                onError: showError,
              },
            )
          }
        >
          {t('linkChecks.again')}
        </Button>
      )}
    </li>
  );
}
