import { OFFER_RUNTIMES, OFFER_SCOPES, VAT_RATES } from '@fundus/contract/marketplace/rules';
import { Trash2 } from 'lucide-react';
import { DateField } from '../../../components/forms/DateField.tsx';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import type { OfferValues } from './offer-fields.ts';
import '../marketplace.css';
import { LICENCE_AUDIENCES } from '@fundus/contract/catalogue/audiences';

type Props = { number: number; offer: OfferValues; onChange: (about: Partial<OfferValues>) => void; onRemove: () => void };

/** Fields for the scope, the runtime and the price of an offer. */
export function OfferFields({ number, offer, onChange, onRemove }: Props) {
  const { t } = useT();
  const text = (name: 'seats' | 'runtime_days' | 'price' | 'min_quantity' | 'max_quantity') => ({
    value: offer[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  return (
    <fieldset className="market-offer-fields">
      <legend>{t('market.offer.number', { number })}</legend>
      <div className="market-pair">
        <SelectField
          label={t('market.scope')}
          value={offer.scope}
          options={OFFER_SCOPES.map((value) => ({ value, label: t(`market.scope.${value}`) }))}
          onChange={(scope) => onChange({ scope })}
        />
        <TextField label={t('market.offer.seats')} hint={t('market.offer.seats.hint')} inputMode="numeric" {...text('seats')} />
      </div>
      <div className="market-pair">
        <SelectField
          label={t('market.runtime')}
          value={offer.runtime}
          options={OFFER_RUNTIMES.map((value) => ({ value, label: t(`market.runtime.${value}`) }))}
          onChange={(runtime) => onChange({ runtime })}
        />
        {offer.runtime === 'days' && <TextField label={t('market.offer.days')} inputMode="numeric" {...text('runtime_days')} />}
        {offer.runtime === 'until_date' && (
          <DateField
            label={t('market.offer.until')}
            value={offer.runtime_until}
            onChange={({ target }) => onChange({ runtime_until: target.value })}
          />
        )}
      </div>
      <div className="market-pair">
        <TextField label={t('market.offer.price')} inputMode="decimal" {...text('price')} />
        <SelectField
          label={t('market.offer.vat')}
          value={offer.vat}
          options={VAT_RATES.map((rate) => ({ value: String(rate) as OfferValues['vat'], label: `${rate} %` }))}
          onChange={(vat) => onChange({ vat })}
        />
      </div>
      <div className="market-pair">
        <TextField label={t('market.offer.min')} inputMode="numeric" {...text('min_quantity')} />
        <TextField label={t('market.offer.max')} inputMode="numeric" {...text('max_quantity')} />
      </div>
      <div className="market-pair">
        <DateField
          label={t('market.offer.from')}
          value={offer.sale_from}
          onChange={({ target }) => onChange({ sale_from: target.value })}
        />
        <DateField label={t('market.offer.to')} value={offer.sale_to} onChange={({ target }) => onChange({ sale_to: target.value })} />
      </div>
      <SelectField
        label={t('market.audience')}
        value={offer.audience}
        options={LICENCE_AUDIENCES.map((value) => ({ value, label: t(`market.audience.${value}`) }))}
        onChange={(audience) => onChange({ audience })}
      />
      <Button flush icon={<Trash2 />} onClick={onRemove}>
        {t('market.offer.remove')}
      </Button>
    </fieldset>
  );
}
