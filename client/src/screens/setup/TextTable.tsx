import type { LanguageInfo } from '@fundus/contract/setup/texts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { FindField } from '../../ui/FindField.tsx';
import { TextLine } from './TextLine.tsx';
import { areasOf, countStates, filterRows, PAGE, STATE_FILTERS, type TextView } from './text-view.ts';
import type { Texts } from './use-texts.ts';
import './translation-screen.css';

type Props = { texts: Texts; language: LanguageInfo; view: TextView; show: (about: Partial<TextView>) => void };

/** All texts of a language, filtered, fifty at a time. */
export function TextTable({ texts, language, view, show }: Props) {
  const { t, locale } = useT();
  const [editing, setEditing] = useState<string | null>(null);
  const [typed, setTyped] = useState(view.q);
  const settled = useDebounced(typed, 250);
  const top = useRef<HTMLDivElement>(null);
  const showNow = useRef(show);
  useEffect(() => {
    showNow.current = show;
  });
  useEffect(() => {
    if (settled !== view.q) showNow.current({ q: settled });
    // The address follows the field, not the other way round.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [settled]);

  const counts = countStates(texts.rows);
  const found = filterRows(texts.rows, view);
  const pages = Math.max(1, Math.ceil(found.length / PAGE));
  const page = Math.min(view.page, pages);
  // A text that is being worked on stays where it is, whatever its state becomes.
  const shown = found.slice((page - 1) * PAGE, page * PAGE);
  const turn = (to: number) => {
    show({ page: to });
    top.current?.scrollIntoView({ block: 'start' });
  };

  return (
    <>
      <div className="texts-filter" ref={top}>
        <FindField label={t('texts.find')} value={typed} onType={setTyped} />
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
            label: `${t(`texts.state.${value}`)} (${formatNumber(counts[value], locale)})`,
          }))}
          onChange={(state) => show({ state })}
        />
        <p className="quiet small" role="status">
          {t('texts.found', { count: found.length })}
        </p>
      </div>
      {shown.length > 0 && (
        <table className="texts">
          <thead>
            <tr>
              <th scope="col">{t('texts.key')}</th>
              <th scope="col">{language.has_texts ? t('texts.default') : t('texts.default.english')}</th>
              <th scope="col">{t('texts.own')}</th>
              <th scope="col">{t('texts.state')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <TextLine
                key={row.key}
                row={row}
                language={language}
                editing={editing === row.key}
                onEdit={setEditing}
                save={texts.save}
                reload={texts.reload}
              />
            ))}
          </tbody>
        </table>
      )}
      {shown.length === 0 && <p className="texts-none">{t('texts.none')}</p>}
      {pages > 1 && (
        <nav className="texts-pages" aria-label={t('texts.pages')}>
          <Button variant="line" icon={<ChevronLeft />} disabled={page === 1} onClick={() => turn(page - 1)}>
            {t('texts.pages.back')}
          </Button>
          <span>{t('texts.pages.at', { page, pages })}</span>
          <Button variant="line" icon={<ChevronRight />} disabled={page === pages} onClick={() => turn(page + 1)}>
            {t('texts.pages.next')}
          </Button>
        </nav>
      )}
    </>
  );
}
