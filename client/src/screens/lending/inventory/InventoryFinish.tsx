import { lendingCondition } from '@fundus/contract/lending/condition/condition';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lendingInventory, type Inventory } from '@fundus/contract/lending/inventory/inventory';
import { lending } from '@fundus/contract/lending/lending';
import { lendingStock } from '@fundus/contract/lending/stock/stock';
import { useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useFields } from '../../../components/forms/use-fields.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Checkbox } from '../../../ui/fields/Field.tsx';
import { refusalText } from '../parts/words.ts';

const READS = {
  refreshes: [
    ...[lendingInventory.inventories, lendingInventory.inventory, lendingDesk.items, lendingDesk.desk, lending.models, lending.calendar],
    ...[lendingStock.stock, lendingCondition.pass],
  ],
};

/** Finishes an inventory and asks which corrections to apply to the stock. */
export function InventoryFinish({ inventory: { id, counts }, onClose }: { inventory: Inventory; onClose: () => void }) {
  const { t, locale } = useT();
  const finish = useCall(lendingInventory.finishInventory, READS);
  const { values, check, problem } = useFields(
    { lose: false, move: counts.moved > 0, take_back: counts.still_lent > 0, find: counts.was_lost > 0 },
    { error: finish.error, at: [], words: (error) => refusalText(t, error, locale) },
  );
  const done = () => {
    showSnackbar({ text: t('lending.inventory.done'), type: 'success' });
    onClose();
  };
  return (
    <FormDialog
      title={t('lending.inventory.finish')}
      action={t('lending.inventory.finish')}
      disabled={finish.isPending}
      problem={problem}
      onSend={() => finish.mutate({ params: { id }, body: values }, { onSuccess: done })}
      onClose={onClose}
    >
      <p>{t('lending.inventory.finish.about')}</p>
      <Checkbox label={t('lending.inventory.do.lose', { count: counts.missing })} {...check('lose')} />
      <Checkbox label={t('lending.inventory.do.move')} {...check('move')} />
      {counts.still_lent > 0 && (
        <Checkbox label={t('lending.inventory.do.take_back', { count: counts.still_lent })} {...check('take_back')} />
      )}
      {counts.was_lost > 0 && <Checkbox label={t('lending.inventory.do.find', { count: counts.was_lost })} {...check('find')} />}
    </FormDialog>
  );
}
