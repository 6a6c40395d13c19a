import { ExportMenu } from '../../../components/lists/ExportMenu.tsx';
import { openCents } from '@fundus/contract/lending/orders/fee-rules';
import { lendingFees } from '@fundus/contract/lending/private-borrowers/fees';
import { useState } from 'react';
import { address } from '../../../api/call.ts';
import { PagedList } from '../../../components/lists/PagedList.tsx';
import { rowsOf, usePage } from '../../../components/lists/use-page.ts';
import { formatDate } from '../../../i18n/format.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { formatMoney } from '../../../i18n/money.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Segment } from '../../../ui/fields/Segment.tsx';
import { FeeDialog } from './FeeDialog.tsx';
import { feeState } from './FeeSummary.tsx';
import '../parts/lending.css';

const PAGE = 50;

/** Lists the fees of a lending point by order, either all fees or only unpaid ones. */
export function FeeList({ point }: { point: string }) {
  const { t, locale } = useT();
  const [show, setShow] = useState<'open' | 'all'>('open');
  const [page, setPage] = useState(1);
  const [paying, setPaying] = useState<{ id: string; borrower: string } | null>(null);
  const fees = usePage(lendingFees.fees, { query: { point, show, ...rowsOf(page, PAGE) } });
  return (
    <section aria-labelledby="lending-fees">
      <h2 id="lending-fees">{t('lending.fee.list')}</h2>
      <div className="lending-bar">
        <Segment
          label={t('lending.fee.show')}
          value={show}
          options={(['open', 'all'] as const).map((value) => ({ value, label: t(`lending.fee.show.${value}`) }))}
          onChange={(value) => {
            setShow(value);
            setPage(1);
          }}
        />
        <ExportMenu name={t('lending.fee.list')} hrefOf={(asked) => address(lendingFees.feesFile, { query: { point, show, ...asked } })} />
      </div>
      <PagedList
        list={fees}
        label={t('lending.fee.list')}
        onPage={setPage}
        empty={<p>{t(show === 'open' ? 'lending.fee.none' : 'lending.fee.none.all')}</p>}
      >
        {({ items, open_cents }) => (
          <>
            {open_cents > 0 && <p>{t('lending.fee.list.sum', { amount: formatMoney(open_cents, locale) })}</p>}
            <ul className="lending-lines">
              {items.map((each) => {
                const { words, tone } = feeState(t, each, locale);
                const name = each.borrower || t('lending.nobody');
                return (
                  <li key={each.order_id}>
                    <span>
                      <strong>{name}</strong>
                      <span className="small-print">
                        {joinFacts([
                          each.title,
                          t('lending.number', { number: each.number }),
                          each.over_on ? t('lending.fee.over', { day: formatDate(each.over_on, 'short', locale) }) : t('lending.fee.runs'),
                          t('lending.fee.total', { amount: formatMoney(each.cents, locale) }),
                        ])}
                      </span>
                      <span className="lending-state" data-tone={tone}>
                        {words}
                      </span>
                    </span>
                    {openCents(each) !== 0 && (
                      <Button
                        flush="phone"
                        aria-label={t('lending.fee.pay.name', { name })}
                        onClick={() => setPaying({ id: each.order_id, borrower: each.borrower })}
                      >
                        {t('lending.fee.pay')}
                      </Button>
                    )}
                  </li>
                );
              })}
            </ul>
          </>
        )}
      </PagedList>
      {paying && <FeeDialog order={paying} onClose={() => setPaying(null)} />}
    </section>
  );
}
