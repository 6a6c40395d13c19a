import { today } from '@fundus/contract/days';
import type { ListLine } from '@fundus/contract/medialists/medialists';
import { href } from '@fundus/contract/screens';
import { ChevronRight, CircleAlert, CircleCheck } from 'lucide-react';
import { aboutList, formatPlannedDay } from '../../components/medialists/about-list.ts';
import { listHref } from '../../components/medialists/list-href.ts';
import { ListCover } from '../../components/medialists/ListRow.tsx';
import { useT } from '../../i18n/translate.ts';
import { Link } from '../../ui/Link.tsx';
import { Row } from './Row.tsx';
import type { PlannedList } from './use-lists.ts';
import '../../components/media/licence-badge.css';
import '../../components/media/media-grid.css';
import './home-screen.css';

/** Shows media lists that were released to a learner or are recommended by a district. */
export function ListsRow({ kind, lines }: { kind: 'released' | 'editorial'; lines: readonly ListLine[] }) {
  const { t, locale } = useT();
  return (
    <Row
      id={`lists-${kind}`}
      title={t(`lists.home.${kind}`)}
      more={{ href: href('medialist', { id: kind }), label: t(`lists.home.${kind}.all`) }}
    >
      <ul className="row">
        {lines.map((line) => (
          <li key={line.id} className="home-list">
            <ListCover cover={line.cover} />
            <h3>
              <Link href={listHref(line.id)}>{line.title}</Link>
            </h3>
            <p className="quiet small">
              {aboutList({ ...line, planned_for: null }, t, locale, { pupil: kind === 'released', day: today(new Date()) })
                .filter(Boolean)
                .join('\u00a0· ')}
            </p>
          </li>
        ))}
      </ul>
    </Row>
  );
}

/** Shows the user's own media lists. */
export function OwnListsRow({ lines }: { lines: readonly ListLine[] }) {
  const { t, locale } = useT();
  if (lines.length === 0) return null;
  return (
    <Row id="lists-mine" title={t('lists.home.mine')} more={{ href: href('medialist', { id: 'mine' }), label: t('lists.home.mine.all') }}>
      <ul className="lines home-lines">
        {lines.map((line) => (
          <li key={line.id}>
            <Link className="item" href={listHref(line.id)}>
              <ListCover cover={line.cover} />
              <span>
                <h3>{line.title}</h3>
                <span className="quiet small">
                  {aboutList(line, t, locale, { pupil: false, day: today(new Date()) })
                    .filter(Boolean)
                    .join('\u00a0· ')}
                </span>
              </span>
              <ChevronRight />
            </Link>
          </li>
        ))}
      </ul>
    </Row>
  );
}

/** Shows a lesson that is planned for today or tomorrow, and the result of its check. */
export function PlannedLine({ line, check, day }: PlannedList & { day: string }) {
  const { t, locale } = useT();
  const problems = check?.problems ?? [];
  const titles = [...new Set(problems.map(({ title }) => title))].join(', ');
  return (
    <li>
      <Link className="item" href={listHref(line.id)}>
        <ListCover cover={line.cover} />
        <span>
          <h4>{line.title}</h4>
          <span className="quiet small">{formatPlannedDay(t, locale, line.planned_for ?? day, day)}</span>
          {check && (
            <span className={problems.length > 0 ? 'state warn' : 'state good'}>
              {problems.length > 0 ? <CircleAlert className="i-16" /> : <CircleCheck className="i-16" />}
              {check.checked === 0
                ? t('lists.home.empty')
                : problems.length > 0
                  ? t('lists.home.bad', { count: problems.length, titles })
                  : t('lists.home.good')}
            </span>
          )}
        </span>
        <ChevronRight />
      </Link>
    </li>
  );
}
