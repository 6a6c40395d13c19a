import type { Reply } from '@fundus/contract/endpoint';
import { formatSchoolYear } from '@fundus/contract/classes/rules';
import { orders } from '@fundus/contract/marketplace/orders';
import { parseAmount, formatAmount } from '@fundus/contract/cents';
import { Wallet } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { formatMoney } from '../../../i18n/money.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { ORDER_READS } from '../reads.ts';
import '../marketplace.css';

type Budget = Reply<typeof orders.setBudget>;

/** Shows the remaining budget of the school. It can be edited if `change` is set. */
export function BudgetLine({ budget, change = false }: { budget: Budget; change?: boolean }) {
  const { t, locale } = useT();
  const [open, setOpen] = useState(false);
  const { year, cents, spent, left } = budget;
  const heading = t('market.budget', { year: formatSchoolYear(year) });
  const money = (amount: number): string => formatMoney(amount, locale);
  return (
    <section className="market-panel market-budget" aria-label={heading}>
      <div>
        <strong>{heading}</strong>
        <p>
          {cents === null || left === null
            ? t('market.budget.spent', { spent: money(spent) })
            : left < 0
              ? t('market.budget.over', { over: money(-left) })
              : t('market.budget.left', { left: money(left), total: money(cents) })}
        </p>
      </div>
      {change && (
        <Button flush="phone" icon={<Wallet />} onClick={() => setOpen(true)}>
          {t('market.budget.set')}
        </Button>
      )}
      {open && <BudgetDialog budget={budget} onClose={() => setOpen(false)} />}
    </section>
  );
}

function BudgetDialog({ budget, onClose }: { budget: Budget; onClose: () => void }) {
  const { t, locale } = useT();
  const [euros, setEuros] = useState(formatAmount(budget.cents, locale));
  const save = useCall(orders.setBudget, ORDER_READS);
  const cents = parseAmount(euros);
  return (
    <FormDialog
      title={t('market.budget.set')}
      action={t('app.save')}
      disabled={save.isPending || cents === undefined}
      problem={save.error && t(`error.${save.error.code}`)}
      onSend={() => cents !== undefined && save.mutate({ body: { cents } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField label={t('market.budget.field')} inputMode="decimal" value={euros} onChange={({ target }) => setEuros(target.value)} />
    </FormDialog>
  );
}
