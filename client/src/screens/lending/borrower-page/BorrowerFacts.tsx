import { lendingBriefings } from '@fundus/contract/lending/orders/briefings';
import type { BorrowerPage } from '@fundus/contract/lending/desk/borrower-page';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { formatDate } from '../../../i18n/format.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { formatMoney } from '../../../i18n/money.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { EndList } from '../parts/EndList.tsx';
import { DESK_READS } from '../parts/desk-reads.ts';
import { deviceHref } from '../parts/desk-href.ts';
import { periodText, refusalText } from '../parts/words.ts';
import { FeeDialog } from '../private-borrowers/FeeDialog.tsx';
import '../parts/lending.css';

/** Shows a borrower's fees of closed orders, damage reports, waiting list entries and briefings. */
export function BorrowerFacts({ borrower }: { borrower: BorrowerPage }) {
  const { t, locale } = useT();
  const [paying, setPaying] = useState<string | null>(null);
  const end = useCall(lendingBriefings.endBriefing, { refreshes: [...DESK_READS, lendingBriefings.briefings] });
  const { name, owed, damage, waits, briefings } = borrower;
  return (
    <>
      {owed.length > 0 && (
        <section aria-labelledby="borrower-owed">
          <h2 id="borrower-owed">{t('lending.borrower.owed')}</h2>
          <ul className="lending-lines">
            {owed.map(({ order_id, number, title, open_cents }) => (
              <li key={order_id}>
                <span>
                  <strong>
                    {open_cents < 0
                      ? t('lending.fee.surplus', { amount: formatMoney(-open_cents, locale) })
                      : t('lending.fee.open', { amount: formatMoney(open_cents, locale) })}
                  </strong>
                  <span className="small-print">{joinFacts([title, t('lending.number', { number })])}</span>
                </span>
                <Button flush="phone" aria-label={t('lending.fee.pay.name', { name })} onClick={() => setPaying(order_id)}>
                  {t('lending.fee.pay')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {damage.length > 0 && (
        <section aria-labelledby="borrower-damage">
          <h2 id="borrower-damage">{t('lending.tab.damage')}</h2>
          <ul className="lending-lines">
            {damage.map(({ id, item, text, severity, state, liability, cost_cents, created_at }) => (
              <li key={id}>
                <span>
                  <strong>{`${item.model} ${item.code}`}</strong>
                  <span className="lending-words">{text || t('lending.damage.noText')}</span>
                  <span className="small-print">
                    {joinFacts([
                      t(`lending.damage.${severity}`),
                      t(`lending.damage.state.${state}`),
                      t(`lending.liability.${liability}`),
                      cost_cents !== null && formatMoney(cost_cents, locale),
                      formatDate(created_at, 'short', locale),
                    ])}
                  </span>
                </span>
                <ButtonLink flush="phone" href={deviceHref(item.id)} aria-label={t('lending.device.open.name', { code: item.code })}>
                  {t('lending.device.open')}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      {waits.length > 0 && (
        <section aria-labelledby="borrower-waits">
          <h2 id="borrower-waits">{t('lending.waits')}</h2>
          <ul className="lending-lines">
            {waits.map(({ id, model, quantity, earliest, latest, state }) => (
              <li key={id}>
                <span>
                  <strong>
                    {quantity > 1 && `${quantity} × `}
                    {model.name}
                  </strong>
                  <span className="small-print">{periodText(t, earliest, latest, locale)}</span>
                  {state === 'offered' && (
                    <span className="lending-state" data-tone="good">
                      {t('lending.borrower.offered')}
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <EndList
        title={t('lending.briefings')}
        items={briefings.map(({ id, model, until }) => ({
          ...{ id, name: model.name, endLabel: t('lending.briefing.end.name', { name, model: model.name }) },
          facts: [until && t('lending.suspended.until', { day: formatDate(until, 'short', locale) })],
        }))}
        action={t('lending.briefing.end')}
        pending={end.isPending}
        problem={end.error && refusalText(t, end.error, locale)}
        onEnd={(id) => end.mutate({ params: { id } })}
      />
      {paying !== null && <FeeDialog order={{ id: paying, borrower: name }} onClose={() => setPaying(null)} />}
    </>
  );
}
