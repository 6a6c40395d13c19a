import { formatAmount } from '@fundus/contract/cents';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import { lendingStock } from '@fundus/contract/lending/stock/stock';
import type { DeviceItem } from '@fundus/contract/lending/points/points';
import { ITEM_EVENTS, moveItem, type ItemEvent } from '@fundus/contract/lending/states';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { DateField } from '../../../components/forms/DateField.tsx';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useFields } from '../../../components/forms/use-fields.ts';
import { useT } from '../../../i18n/translate.ts';
import { Checkbox, TextField } from '../../../ui/fields/Field.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { Fold } from '../../../ui/Fold.tsx';
import { DESK_READS } from '../parts/desk-reads.ts';
import { refusalText, parseCents } from '../parts/words.ts';
import '../parts/stock.css';

const READS = { refreshes: [...DESK_READS, lending.models, lending.calendar, lendingStock.stock] };

const LIFE = ['bought_on', 'price_cents', 'supplier', 'warranty_until', 'ends_on'] as const;
const FIELDS = ['code', 'other_code', 'serial', 'shelf', 'note', 'next_check_on', 'expected_on', 'reason', ...LIFE] as const;

type Props = { item: DeviceItem | null; model: { id: string; name: string }; onClose: () => void };

/** Creates or edits a device, and changes its state. */
export function ItemDialog({ item, model, onClose }: Props) {
  const { t, locale } = useT();
  const create = useCall(lendingDesk.createItem, READS);
  const change = useCall(lendingDesk.changeItem, READS);
  const move = useCall(lendingDesk.moveItem, READS);
  const [event, setEvent] = useState<ItemEvent | ''>('');
  const { values, text, check, problem, problemAt } = useFields(
    () => ({
      code: item?.code ?? '',
      other_code: item?.other_code ?? '',
      serial: item?.serial ?? '',
      shelf: item?.shelf ?? '',
      note: item?.note ?? '',
      not_lendable: item?.not_lendable ?? false,
      next_check_on: item?.next_check_on ?? '',
      bought_on: item?.bought_on ?? '',
      price_cents: formatAmount(item?.price_cents ?? null, locale),
      supplier: item?.supplier ?? '',
      warranty_until: item?.warranty_until ?? '',
      ends_on: item?.ends_on ?? '',
      expected_on: '',
      reason: '',
    }),
    {
      error: create.error ?? change.error ?? move.error,
      at: FIELDS,
      words: (error) => refusalText(t, error, locale),
    },
  );
  const events = item ? ITEM_EVENTS.filter((each) => moveItem(item.state, each, item.on_loan !== null)) : [];
  const send = () => {
    const { expected_on, reason, ...rest } = values;
    const body = {
      ...rest,
      ...{ next_check_on: rest.next_check_on || null, price_cents: parseCents(rest.price_cents), bought_on: rest.bought_on || null },
      ...{ warranty_until: rest.warranty_until || null, ends_on: rest.ends_on || null },
    };
    if (!item) return create.mutate({ body: { ...body, model: model.id } }, { onSuccess: onClose });
    const params = { id: item.id };
    change.mutate(
      { params, body },
      {
        onSuccess: () =>
          event === ''
            ? onClose()
            : move.mutate(
                { params, body: { event, reason, expected_on: event === 'repair' ? expected_on || null : null } },
                { onSuccess: onClose },
              ),
      },
    );
  };
  return (
    <FormDialog
      title={item ? t('lending.change.name', { name: item.code }) : t('lending.item.new.name', { name: model.name })}
      action={t('app.save')}
      disabled={create.isPending || change.isPending || move.isPending}
      problem={problem}
      onSend={send}
      onClose={onClose}
    >
      <TextField label={t('lending.code')} hint={t('lending.item.code.hint')} maxLength={40} autoComplete="off" {...text('code')} />
      <TextField
        label={t('lending.other_code')}
        hint={t('lending.other_code.hint')}
        maxLength={40}
        autoComplete="off"
        {...text('other_code')}
      />
      <TextField label={t('lending.serial')} maxLength={80} {...text('serial')} />
      <TextField label={t('lending.shelf')} maxLength={60} {...text('shelf')} />
      <TextArea label={t('lending.note')} rows={2} maxLength={500} {...text('note')} />
      <DateField label={t('lending.check')} hint={t('lending.check.hint')} {...text('next_check_on')} />
      <Checkbox label={t('lending.item.not_lendable')} {...check('not_lendable')} />
      <Fold title={t('lending.life')} forced={LIFE.some((field) => problemAt(field) !== null)}>
        <DateField label={t('lending.bought_on')} {...text('bought_on')} />
        <TextField label={t('lending.price')} inputMode="decimal" {...text('price_cents')} />
        <TextField label={t('lending.supplier')} maxLength={120} {...text('supplier')} />
        <DateField label={t('lending.warranty')} {...text('warranty_until')} />
        <DateField label={t('lending.ends_on')} hint={t('lending.ends_on.hint')} {...text('ends_on')} />
      </Fold>
      {events.length > 0 && (
        <SelectField
          label={t('lending.item.becomes')}
          value={event}
          options={[
            { value: '' as const, label: t('lending.item.stays') },
            ...events.map((value) => ({ value, label: t(`lending.event.${value}`) })),
          ]}
          onChange={setEvent}
        />
      )}
      {event === 'repair' && <DateField label={t('lending.expected')} hint={t('lending.expected.hint')} {...text('expected_on')} />}
      {event !== '' && <TextField label={t('lending.event.reason')} maxLength={300} {...text('reason')} />}
    </FormDialog>
  );
}
