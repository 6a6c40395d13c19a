import { lendingAgreement } from '@fundus/contract/lending/orders/agreement';
import type { RentalOrder } from '@fundus/contract/lending/orders/orders';
import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { OrderLines } from './OrderLines.tsx';
import { ResponsibleTeacher } from '../borrowers/ResponsibleTeacher.tsx';
import { refusalText } from '../parts/words.ts';
import '../parts/borrow.css';
import '../parts/lending.css';

const READS = { refreshes: [lendingAgreement.responsible] };

/** Shows learners' orders and loans to the responsible teacher. Renders nothing if there are none (docs/behaviour/lending.md#learners). */
export function ResponsibleList() {
  const { t } = useT();
  const orders = useQuery({ ...query(lendingAgreement.responsible), staleTime: 0 });
  const items = orders.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section className="lending-waits" aria-labelledby="lending-responsible-name">
      <h2 id="lending-responsible-name" tabIndex={-1}>
        {t('lending.responsible')}
      </h2>
      {items.some(({ can }) => can.agree) && <p className="small-print lending-waits-hint">{t('lending.responsible.agree.hint')}</p>}
      <ul className="lending-orders">
        {items.map((order) => (
          <li key={order.id}>
            <Responsible order={order} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Responsible({ order }: { order: RentalOrder }) {
  const { t, locale } = useT();
  const [declining, setDeclining] = useState(false);
  const agree = useCall(lendingAgreement.agree, READS);
  const disagree = useCall(lendingAgreement.disagree, READS);
  const about = { name: order.borrower, title: order.title };
  const { asked_at } = order.responsible!;
  return (
    <article className="lending-order">
      <header>
        <h3>{order.can.agree ? t('lending.responsible.asks', about) : order.borrower}</h3>
        <p className="small-print">{joinFacts([order.title, order.point.name, t('lending.number', { number: order.number })])}</p>
        <ResponsibleTeacher order={order} />
        {order.purpose !== order.title && order.purpose && <p className="lending-words">{order.purpose}</p>}
      </header>
      <FormProblem>{agree.error && refusalText(t, agree.error, locale)}</FormProblem>
      <OrderLines order={order} refreshes={READS.refreshes} looking />
      {order.can.agree && (
        <div className="lending-does">
          <Button
            variant="primary"
            icon={<Check />}
            disabled={agree.isPending}
            aria-label={t('lending.responsible.agree.name', about)}
            onClick={() =>
              agree.mutate(
                { params: { id: order.id }, body: { asked_at } },
                { onSuccess: () => showSnackbar({ text: t('lending.responsible.agreed.done', about), type: 'success' }) },
              )
            }
          >
            {t('lending.responsible.agree')}
          </Button>
          <Button variant="line" icon={<X />} aria-label={t('lending.responsible.disagree.name', about)} onClick={() => setDeclining(true)}>
            {t('lending.responsible.disagree')}
          </Button>
        </div>
      )}
      {declining && (
        <ReasonDialog
          title={t('lending.responsible.disagree.name', about)}
          action={t('lending.responsible.disagree')}
          label={t('lending.responsible.disagree.reason')}
          hint={t('lending.responsible.disagree.hint', about)}
          maxLength={300}
          isPending={disagree.isPending}
          problem={disagree.error && refusalText(t, disagree.error, locale)}
          onSend={(reason) => disagree.mutate({ params: { id: order.id }, body: { reason } }, { onSuccess: () => setDeclining(false) })}
          onClose={() => setDeclining(false)}
        />
      )}
    </article>
  );
}
