import { lendingBorrower } from '@fundus/contract/lending/desk/borrower-page';
import { useState } from 'react';
import { PagedList } from '../../../components/lists/PagedList.tsx';
import { rowsOf, usePage } from '../../../components/lists/use-page.ts';
import { lineStateText } from '../../../components/lending/line-words.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { loanPeriodText, titleOf } from '../parts/words.ts';
import '../parts/lending.css';

const PAGE = 20;

/** Shows a borrower's closed orders. The lending point removes the borrower's name from them after `keepDays`. */
export function BorrowerHistory({ point, borrower, keepDays }: { point: string; borrower: string; keepDays: number }) {
  const { t, locale } = useT();
  const [page, setPage] = useState(1);
  const history = usePage(lendingBorrower.borrowerHistory, { params: { id: borrower }, query: { point, ...rowsOf(page, PAGE) } });
  return (
    <section aria-labelledby="borrower-history">
      <h2 id="borrower-history">{t('lending.borrower.history')}</h2>
      <p className="small-print">{t('lending.borrower.history.hint', { count: keepDays })}</p>
      <PagedList
        list={history}
        label={t('lending.borrower.history')}
        onPage={setPage}
        waiting="6rem"
        empty={<p>{t('lending.borrower.history.none')}</p>}
      >
        {({ items }) => (
          <ul className="lending-lines">
            {items.flatMap((order) =>
              order.lines.map((line) => (
                <li key={line.id}>
                  <span>
                    <strong>{line.model.name}</strong>
                    {line.item_code && <span className="lending-code"> {line.item_code}</span>}
                    <span className="small-print">
                      {joinFacts([loanPeriodText(t, line, locale), titleOf(t, order), t('lending.number', { number: order.number })])}
                    </span>
                    <span className="lending-state">{lineStateText(t, line, locale, order.delivery)}</span>
                    {line.note && <span className="small-print">{line.note}</span>}
                  </span>
                </li>
              )),
            )}
          </ul>
        )}
      </PagedList>
    </section>
  );
}
