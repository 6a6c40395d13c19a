import { orders } from '@fundus/contract/marketplace/orders';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { ShoppingBag, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { Failed } from '../../../components/page/Failed.tsx';
import type { Go } from '../../../components/page/screen.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { PlaceholderLines } from '../../../ui/Skeleton.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { BuyForm } from './BuyForm.tsx';
import { OrderLines } from './OrderLines.tsx';
import { ORDER_READS } from '../reads.ts';
import { usePay } from './use-pay.ts';
import { marketRefusalText } from '../words.ts';
import '../marketplace.css';

/** Shows the cart. Depending on their role, users buy its contents or request a purchase. */
export function CartTab({ go }: { go: Go }) {
  const { t } = useT();
  const [note, setNote] = useState('');
  const cart = useQuery({ ...query(orders.cart), staleTime: 0 });
  const remove = useCall(orders.removeLine, ORDER_READS);
  const ask = useCall(orders.requestPurchase, ORDER_READS);
  const buy = useCall(orders.buy, ORDER_READS);
  const { pay } = usePay();
  if (!cart.data) return cart.error ? <Failed error={cart.error} onRetry={() => void cart.refetch()} /> : <PlaceholderLines />;
  const { order } = cart.data;
  if (!order || order.lines.length === 0)
    return (
      <EmptyState icon={<ShoppingBag />} title={t('market.cart.none')}>
        <p>{t('market.cart.none.hint')}</p>
      </EmptyState>
    );
  const open = ({ id }: { id: string }) => go(href('purchase-confirmed', {}, { order: id }));
  return (
    <div className="market-product">
      <div>
        <FormProblem>{remove.error && marketRefusalText(t, remove.error)}</FormProblem>
        <OrderLines
          order={order}
          action={(line) => (
            <IconButton
              label={t('market.cart.remove', { title: line.title })}
              icon={<Trash2 />}
              disabled={remove.isPending}
              onClick={() => remove.mutate({ params: { id: line.id } })}
            />
          )}
        />
      </div>
      <div>
        {order.can.ask && (
          <form
            className="market-buy"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              ask.mutate({ body: { note } }, { onSuccess: open });
            }}
          >
            <FormProblem>{ask.error && marketRefusalText(t, ask.error)}</FormProblem>
            <TextArea label={t('market.cart.note')} maxLength={500} value={note} onChange={({ target }) => setNote(target.value)} />
            <p className="small-print">{t('market.cart.ask.about')}</p>
            <Button type="submit" variant="primary" disabled={ask.isPending}>
              {t('market.cart.ask')}
            </Button>
          </form>
        )}
        {order.can.buy && (
          <BuyForm
            order={order}
            cart={cart.data}
            action={t('market.cart.buy')}
            pending={buy.isPending}
            error={buy.error}
            onBuy={(purchase) =>
              buy.mutate(
                { body: { ...purchase, note: '' } },
                {
                  onSuccess: (bought) => {
                    open(bought);
                    if (bought.can.pay) pay(bought.id);
                  },
                },
              )
            }
          />
        )}
      </div>
    </div>
  );
}
