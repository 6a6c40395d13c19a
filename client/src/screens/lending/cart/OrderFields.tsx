import { PURPOSE_LENGTH, TITLE_LENGTH } from '@fundus/contract/lending/orders/order-fields';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { useT } from '../../../i18n/translate.ts';
import { TextField } from '../../../ui/fields/Field.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';

type Field = { value: string; error: string | null; onChange: (event: { target: { value: string } }) => void };

/** What an order is for, said by whoever sends it. */
export function OrderFields({ point, text }: { point: LendingPoint; text: (field: 'title' | 'purpose' | 'contact') => Field }) {
  const { t } = useT();
  return (
    <>
      <TextField label={t('lending.order.title')} hint={t('lending.order.title.hint')} maxLength={TITLE_LENGTH} {...text('title')} />
      <TextArea
        label={t(point.purpose_required ? 'lending.order.purpose' : 'lending.order.purpose.optional')}
        rows={2}
        maxLength={PURPOSE_LENGTH}
        {...text('purpose')}
      />
      <TextField label={t('lending.order.contact')} maxLength={200} {...text('contact')} />
    </>
  );
}
