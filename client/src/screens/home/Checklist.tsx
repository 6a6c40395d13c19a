import {
  checklist,
  SKIPPABLE_ROWS,
  type Checklist as Listed,
  type ChecklistRow,
  type SkippableRow,
} from '@fundus/contract/first-start/checklist';
import { href } from '@fundus/contract/screens';
import { Check, Circle, CircleMinus } from 'lucide-react';
import { useCall } from '../../api/query.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { showError } from '../../stores/show-error.ts';
import { Button } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { Row } from './Row.tsx';
import './checklist.css';

/** Returns the address of the page that completes each row. */
const hrefsOf = ({ school }: Listed): Record<ChecklistRow, string> => ({
  legal: href('imprint'),
  look: href('theme'),
  school: href('school', {}, { tab: 'schools' }),
  schoolAdmin: school === null ? href('school', {}, { tab: 'schools' }) : href('school', {}, { id: school, tab: 'invitations' }),
  staff: href('school', {}, { tab: 'people' }),
  media: href('imports'),
  licences: href('library', { tab: 'licences' }, { view: 'manage' }),
  lending: href('tech-rental'),
});

const canSkip = (row: ChecklistRow): row is SkippableRow => SKIPPABLE_ROWS.some((each) => each === row);

/** Rows that show a number. For all other rows, the portal reports only whether there are any entries. */
const COUNTED: readonly ChecklistRow[] = ['school', 'schoolAdmin', 'staff', 'lending'];

const SIGNS = { done: <Check />, skipped: <CircleMinus />, open: <Circle /> };

/** Shows what a new district has set up, and links to what is missing. The list can be hidden once no row is open. */
export function Checklist({ list }: { list: Listed }) {
  const { t, locale } = useT();
  const skip = useCall(checklist.skip, { refreshes: [checklist.read] });
  const hide = useCall(checklist.hide, { refreshes: [checklist.read] });
  if (list.hidden) return null;
  const to = hrefsOf(list);
  const over = list.rows.filter(({ state }) => state !== 'open').length;
  const progress = t('firstStart.check.progress', { done: formatNumber(over, locale), all: formatNumber(list.rows.length, locale) });
  return (
    <Row id="checklist" title={t('firstStart.check.title')}>
      <p className="quiet checklist-progress">{progress}</p>
      <ul className="lines checklist">
        {list.rows.map(({ row, state, count }) => {
          const name = t(`firstStart.check.${row}`);
          return (
            <li key={row} className={`checklist-${state}`}>
              {SIGNS[state]}
              <Link href={to[row]}>
                <span>{name}</span>
                {state === 'done' && <span className="sr">, {t('firstStart.check.done')}</span>}
                {state === 'skipped' && <span className="small quiet"> {t('firstStart.check.skipped')}</span>}
                {state === 'done' && COUNTED.includes(row) && (
                  <span className="small quiet"> {t('firstStart.check.count', { count })}</span>
                )}
              </Link>
              {state !== 'done' && canSkip(row) && (
                <Button
                  flush
                  aria-label={t(state === 'open' ? 'firstStart.check.skip.name' : 'firstStart.check.unskip.name', { name })}
                  disabled={skip.isPending}
                  onClick={() => skip.mutate({ params: { row }, body: { skipped: state === 'open' } }, { onError: showError })}
                >
                  {t(state === 'open' ? 'firstStart.check.skip' : 'firstStart.check.unskip')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {over === list.rows.length && (
        <Button variant="line" disabled={hide.isPending} onClick={() => hide.mutate({ body: {} }, { onError: showError })}>
          {t('firstStart.check.hide')}
        </Button>
      )}
    </Row>
  );
}
