import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatNumber, languageName } from '../../../i18n/format.ts';
import { FindInAddress } from '../../../components/lists/FindInAddress.tsx';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextLine, type Side } from './TextLine.tsx';
import { areasOf, countStates, filterRows, PAGE, rowsByKey, STATE_FILTERS, type StateFilter, type TextView } from './text-view.ts';
import './translation-screen.css';

type Props = Side & { beside: Side | null; view: TextView; show: (about: Partial<TextView>) => void };

/** Shows the texts of a language that match the filters, optionally next to a second language. */
export function TextTable({ texts, language, beside, view, show }: Props) {
  const { t, locale } = useT();
  const [editing, setEditing] = useState<{ key: string; language: string } | null>(null);
  const top = useRef<HTMLDivElement>(null);
  const others = beside ? rowsByKey(beside.texts.rows) : undefined;
  const counts = countStates(texts.rows, others);
  const found = filterRows(texts.rows, view, others);
  const nameOf = (side: Side) => languageName(side.language.code, locale);
  const stateName = (state: StateFilter): string => {
    if (state === 'missing_beside') return beside ? t('texts.state.missing.in', { language: nameOf(beside) }) : t('texts.state.missing');
    return state === 'missing' && beside
      ? t('texts.state.missing.in', { language: nameOf({ texts, language }) })
      : t(`texts.state.${state}`);
  };
  const pages = Math.max(1, Math.ceil(found.length / PAGE));
  const page = Math.min(view.page, pages);
  // A text that is being edited stays in the list even if it no longer matches the filter.
  const shown = found.slice((page - 1) * PAGE, page * PAGE);
  const turn = (to: number) => {
    show({ page: to });
    top.current?.scrollIntoView({ block: 'start' });
  };

  return (
    <>
      <div className="texts-filter" ref={top}>
        <FindInAddress label={t('texts.find')} value={view.q} maxLength={1000} onFind={(q) => show({ q })} />
        <Select
          label={t('texts.area')}
          value={view.area}
          options={[{ value: '', label: t('texts.area.all') }, ...areasOf(texts.rows).map((value) => ({ value, label: value }))]}
          onChange={(area) => show({ area })}
        />
        <Select
          label={t('texts.state')}
          value={view.state}
          options={STATE_FILTERS.filter((state) => state === 'all' || state === view.state || counts[state] > 0).map((value) => ({
            value,
            label: `${stateName(value)} (${formatNumber(counts[value], locale)})`,
          }))}
          onChange={(state) => show({ state })}
        />
        <p className="quiet small" role="status">
          {t('texts.found', { count: found.length })}
        </p>
      </div>
      {shown.length > 0 && (
        <table className={beside ? 'texts texts-beside' : 'texts'}>
          <TextHead of={{ texts, language }} beside={beside} />
          <tbody>
            {shown.map((row) => (
              <TextLine
                key={row.key}
                row={row}
                of={{ language, texts }}
                beside={beside && { ...beside, row: others?.get(row.key) }}
                editing={editing?.key === row.key ? editing.language : null}
                onEdit={(code) => setEditing(code === null ? null : { key: row.key, language: code })}
              />
            ))}
          </tbody>
        </table>
      )}
      {shown.length === 0 && <p className="texts-none">{t('texts.none')}</p>}
      {pages > 1 && <TextPages page={page} pages={pages} onPage={turn} />}
    </>
  );
}

/** Shows the column headers: both languages, or the default and the portal's own text. */
function TextHead({ of, beside }: { of: Side; beside: Side | null }) {
  const { t, locale } = useT();
  const nameOf = (side: Side) => languageName(side.language.code, locale);
  return (
    <thead>
      <tr>
        <th scope="col">{t('texts.key')}</th>
        {beside ? (
          <>
            <th scope="col">{nameOf(of)}</th>
            <th scope="col">{nameOf(beside)}</th>
          </>
        ) : (
          <>
            <th scope="col">{of.language.has_texts ? t('texts.default') : t('texts.default.english')}</th>
            <th scope="col">{t('texts.own')}</th>
            <th scope="col">{t('texts.state')}</th>
          </>
        )}
      </tr>
    </thead>
  );
}

/** Shows the buttons for the previous and the next page. */
function TextPages({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const { t } = useT();
  return (
    <nav className="texts-pages" aria-label={t('texts.pages')}>
      <Button variant="line" icon={<ChevronLeft />} disabled={page === 1} onClick={() => onPage(page - 1)}>
        {t('texts.pages.back')}
      </Button>
      <span>{t('texts.pages.at', { page, pages })}</span>
      <Button variant="line" icon={<ChevronRight />} disabled={page === pages} onClick={() => onPage(page + 1)}>
        {t('texts.pages.next')}
      </Button>
    </nav>
  );
}
