import type { AppError } from '@fundus/contract/errors';
import type { Reply } from '@fundus/contract/endpoint';
import type { InvoiceTo, Order, orders } from '@fundus/contract/marketplace/orders';
import { hasPersonalSeats, isPaidOnline } from '@fundus/contract/marketplace/rules';
import { useState } from 'react';
import { useFields } from '../../../components/forms/use-fields.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox, TextField } from '../../../ui/fields/Field.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { Segment } from '../../../ui/fields/Segment.tsx';
import { Fold } from '../../../ui/Fold.tsx';
import { BudgetLine } from './BudgetLine.tsx';
import { marketRefusalText } from '../words.ts';
import '../marketplace.css';

type Cart = Reply<typeof orders.cart>;
export type Purchase = {
  gross: number;
  cost_centre: string;
  invoice_to: InvoiceTo;
  terms_version: number;
  over_budget: boolean;
  pays: Order['pays'];
  codes: boolean;
};
type Props = {
  order: Order;
  cart: Cart;
  action: string;
  pending: boolean;
  error: AppError | null;
  onBuy: (purchase: Purchase) => void;
};

const LINES = ['name', 'street', 'postcode', 'city', 'email', 'reference'] as const;

/** Shows the billing address, the terms of sale and the button that places a binding order. */
export function BuyForm({ order, cart, action, pending, error, onBuy }: Props) {
  const { t } = useT();
  const { terms, budget } = cart;
  const [agreed, setAgreed] = useState(false);
  const [over, setOver] = useState(false);
  const [codes, setCodes] = useState(order.codes);
  const [chosen, setChosen] = useState<Order['pays']>('invoice');
  const { values, text, problem } = useFields(() => ({ ...cart.invoice_to, ...order.invoice_to, cost_centre: order.cost_centre }), {
    error,
    at: [],
    words: (refused) => marketRefusalText(t, refused),
  });
  const exceeds = budget?.left != null && order.gross > budget.left;
  const { cost_centre, ...invoice_to } = values;
  const online = cart.online && isPaidOnline(order.gross);
  const pays = online ? chosen : 'invoice';
  return (
    <form
      className="market-buy"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onBuy({ gross: order.gross, cost_centre, invoice_to, terms_version: terms?.version ?? 0, over_budget: over, pays, codes });
      }}
    >
      <FormProblem>{problem}</FormProblem>
      {budget && <BudgetLine budget={budget} />}
      <fieldset className="market-offer-fields">
        <legend>{t('market.to')}</legend>
        {LINES.map((name) => (
          <TextField key={name} label={t(`market.to.${name}`)} maxLength={name === 'email' ? 254 : 120} {...text(name)} />
        ))}
        <TextField label={t('market.to.cost')} maxLength={60} {...text('cost_centre')} />
      </fieldset>
      {order.lines.some(hasPersonalSeats) && (
        <Checkbox
          label={t('market.cart.codes')}
          hint={t('market.cart.codes.hint')}
          checked={codes}
          onChange={({ target }) => setCodes(target.checked)}
        />
      )}
      {online && (
        <Segment
          label={t('market.pays')}
          value={pays}
          options={[
            { value: 'invoice', label: t('market.pays.invoice') },
            { value: 'online', label: t('market.pays.online') },
          ]}
          onChange={setChosen}
        />
      )}
      {terms?.text && (
        <Fold title={t('market.cart.terms.title')}>
          <p className="market-terms">{terms.text}</p>
        </Fold>
      )}
      <Checkbox
        label={t('market.cart.terms', { seller: terms?.seller ?? '' })}
        checked={agreed}
        onChange={({ target }) => setAgreed(target.checked)}
      />
      {exceeds && <Checkbox label={t('market.cart.over')} checked={over} onChange={({ target }) => setOver(target.checked)} />}
      <p className="small-print">{t(pays === 'online' ? 'market.pays.online.about' : 'market.cart.buy.about')}</p>
      <Button type="submit" variant="primary" disabled={pending || !agreed || (exceeds && !over)}>
        {action}
      </Button>
    </form>
  );
}
