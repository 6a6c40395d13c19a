import { marketplace } from '@fundus/contract/marketplace/marketplace';
import { IMPORT_ROWS } from '@fundus/contract/marketplace/rules';
import type { MessageKey } from '@fundus/contract/messages';
import { TableImport } from '../../../components/tables/TableImport.tsx';
import { useImportCall, type ImportBody } from '../../../components/tables/use-import-call.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';

const argsOf = ({ skip_errors: _, ...body }: ImportBody) => ({ body });

/** Imports products from a table after showing a preview of each row. */
export function ProductImport({ onClose }: { onClose: () => void }) {
  const { t } = useT();
  const look = useImportCall(marketplace.importProducts, argsOf);
  const take = useImportCall(marketplace.importProducts, argsOf, { refreshes: [marketplace.products] });
  return (
    <TableImport
      title={t('market.import')}
      about={<p>{t('market.import.about')}</p>}
      sample={t('market.import.sample')}
      rows={IMPORT_ROWS}
      labels={{
        column: (column) => t(`market.column.${column.split('.').at(-1)!}` as MessageKey),
        choice: (column, code) => t(`market.import.choice.${column}.${code}` as MessageKey),
      }}
      look={look}
      take={take}
      countOf={({ created, changed }) => created + changed}
      action={(count) => t('market.import.take', { count })}
      sums={({ created, changed, left_out }) => [
        { text: t('market.import.new', { count: created }) },
        { text: t('market.import.changed', { count: changed }) },
        ...(left_out > 0 ? [{ text: t('market.import.out', { count: left_out }), bad: true }] : []),
      ]}
      columnOfName={t('market.field.title')}
      lineOf={(row) => ({
        name: row.title,
        about: row.number,
        result: row.result === 'error' ? '' : t(`market.import.is.${row.result}`, { count: row.offers }),
      })}
      otherProblem={({ code }) => t(`error.${code}`)}
      onDone={({ created, changed }) => {
        showSnackbar({ text: t('market.import.done', { count: created + changed }), type: 'success' });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
