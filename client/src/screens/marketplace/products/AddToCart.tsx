import type { Offer } from '@fundus/contract/marketplace/marketplace';
import { orders } from '@fundus/contract/marketplace/orders';
import { describeScope } from '@fundus/contract/marketplace/words';
import { ShoppingBag } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import type { Go } from '../../../components/page/screen.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { viewHref } from '../marketplace-view.ts';
import { ORDER_READS } from '../reads.ts';
import { runtimeWords, marketRefusalText } from '../words.ts';
import '../marketplace.css';

/** Adds a quantity of an offer to the cart. */
export function AddToCart({ offers, go }: { offers: readonly Offer[]; go: Go }) {
  const { t, locale } = useT();
  const [chosen, setChosen] = useState(offers[0]?.id ?? '');
  const offer = offers.find(({ id }) => id === chosen) ?? offers[0];
  const [quantity, setQuantity] = useState('');
  const add = useCall(orders.addLine, ORDER_READS);
  if (!offer) return null;
  const counted = offer.scope !== 'school' && offer.scope !== 'district';
  const pieces = counted ? Number(quantity || offer.min_quantity) : 1;
  // The runtime is repeated only if offers have the same scope, because it is shown above and phones lack space.
  const scopes = offers.map((each) => describeScope(t, each));
  const hasOneScope = new Set(scopes).size === 1;
  const options = offers.map((each, i) => {
    const scope = scopes[i]!;
    const isAlone = scopes.indexOf(scope) === scopes.lastIndexOf(scope);
    const runtime = runtimeWords(t, each, locale);
    return { value: each.id, label: hasOneScope ? runtime : isAlone ? scope : `${scope}, ${runtime}` };
  });
  return (
    <form
      className="market-add"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate(
          { body: { offer_id: offer.id, quantity: pieces } },
          {
            onSuccess: () =>
              showSnackbar({
                text: t('market.order.added'),
                type: 'success',
                action: { label: t('market.order.open'), run: () => go(viewHref({ tab: 'cart' })) },
              }),
          },
        );
      }}
    >
      <FormProblem>{add.error && marketRefusalText(t, add.error)}</FormProblem>
      {offers.length > 1 && (
        <SelectField label={t(hasOneScope ? 'market.runtime' : 'market.scope')} value={offer.id} options={options} onChange={setChosen} />
      )}
      {counted && (
        <TextField
          label={t('market.order.quantity')}
          inputMode="numeric"
          value={quantity || String(offer.min_quantity)}
          onChange={({ target }) => setQuantity(target.value)}
        />
      )}
      <Button type="submit" variant="primary" icon={<ShoppingBag />} disabled={add.isPending || !(pieces >= 1)}>
        {t('market.order.add')}
      </Button>
    </form>
  );
}
