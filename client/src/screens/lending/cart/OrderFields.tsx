import { PURPOSE_LENGTH } from '@fundus/contract/lending/orders/order-fields';
import { useT } from '../../../i18n/translate.ts';
import { TextField } from '../../../ui/fields/Field.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';

type Field = { value: string; error: string | null; onChange: (event: { target: { value: string } }) => void };

/** Fields for the purpose of an order and the contact details of the borrower. */
export function OrderFields({ text }: { text: (field: 'title' | 'contact') => Field }) {
  const { t } = useT();
  return (
    <>
      <TextArea
        label={t('lending.order.title')}
        hint={t('lending.order.title.hint')}
        rows={2}
        maxLength={PURPOSE_LENGTH}
        {...text('title')}
      />
      <TextField label={t('lending.order.contact')} maxLength={200} {...text('contact')} />
    </>
  );
}
