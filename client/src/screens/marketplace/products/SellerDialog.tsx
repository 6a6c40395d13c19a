import type { Reply } from '@fundus/contract/endpoint';
import { marketplace } from '@fundus/contract/marketplace/marketplace';
import { useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useFields } from '../../../components/forms/use-fields.ts';
import { useT } from '../../../i18n/translate.ts';
import { TextField } from '../../../ui/fields/Field.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { marketRefusalText } from '../words.ts';
import '../marketplace.css';

type Given = Reply<typeof marketplace.seller>['seller'];
const LINES = ['name', 'street', 'postcode', 'city', 'contact', 'email', 'phone', 'vat_id', 'tax_number', 'iban', 'bic'] as const;
const EMPTY = Object.fromEntries(LINES.map((name) => [name, ''])) as Record<(typeof LINES)[number], string>;

/** Edits the details of the seller, which are printed on invoices. */
export function SellerDialog({ seller, onClose }: { seller: Given; onClose: () => void }) {
  const { t } = useT();
  const save = useCall(marketplace.setSeller, { refreshes: [marketplace.seller, marketplace.product] });
  const { values, text, problem } = useFields(
    () => ({
      ...EMPTY,
      ...Object.fromEntries(LINES.map((name) => [name, seller?.[name] ?? ''])),
      prefix: seller?.prefix ?? '',
      exemption: seller?.exemption ?? '',
      payment_days: String(seller?.payment_days ?? 30),
      terms: seller?.terms ?? '',
    }),
    { error: save.error, at: [...LINES, 'prefix', 'exemption', 'payment_days', 'terms'], words: (error) => marketRefusalText(t, error) },
  );
  const send = () =>
    save.mutate({ body: { ...values, payment_days: Number(values.payment_days), version: seller?.version ?? 0 } }, { onSuccess: onClose });
  return (
    <FormDialog
      title={t('market.seller')}
      action={t('app.save')}
      disabled={save.isPending}
      problem={problem}
      onSend={send}
      onClose={onClose}
      className="market-asked"
    >
      <p>{t('market.seller.about')}</p>
      {LINES.map((name) => (
        <TextField key={name} label={t(`market.seller.${name}`)} maxLength={name === 'email' ? 254 : 120} {...text(name)} />
      ))}
      <TextField label={t('market.seller.exemption')} hint={t('market.seller.exemption.hint')} maxLength={200} {...text('exemption')} />
      <TextField label={t('market.seller.prefix')} hint={t('market.seller.prefix.hint')} maxLength={8} {...text('prefix')} />
      <TextField label={t('market.seller.payment_days')} inputMode="numeric" {...text('payment_days')} />
      <TextArea label={t('market.seller.terms')} maxLength={10000} rows={5} {...text('terms')} />
    </FormDialog>
  );
}
