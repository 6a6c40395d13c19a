import type { AppError } from '@fundus/contract/errors';
import { PACKAGE_ROWS, type LicencePackage } from '@fundus/contract/licences/packages';
import type { MessageKey } from '@fundus/contract/messages';
import type { MappingInput } from '@fundus/contract/tables/tables';
import { formatDate } from '../../../i18n/format.ts';
import { useT, type Translate } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { Note } from '../../../ui/Note.tsx';
import { ConfirmDialog } from '../../forms/ConfirmDialog.tsx';
import { TableColumns } from '../../tables/TableColumns.tsx';
import { SaveRejectedButton } from '../../tables/TableImport.tsx';
import { fileProblem, type TableLabels } from '../../tables/table-words.ts';
import { PackageLines } from './PackageLines.tsx';
import { PackageSource } from './PackageSource.tsx';
import { usePackageImport, type FoundPackage } from './use-package-import.ts';
import { licenceError } from '../words.ts';
import '../../forms/import.css';
import './packages.css';

/** Returns whether a line of the package is skipped although it has no error. */
const isLeftOut = (result: string): result is 'unknown' | 'expired' => result === 'unknown' || result === 'expired';

/** Shows a dialog that adds the licences of a package, by its number or from a file, after a preview of each line. */
export function PackageDialog({ forSchools, onClose }: { forSchools: boolean; onClose: () => void }) {
  const { t } = useT();
  const importing = usePackageImport(forSchools ? 'file' : 'number', (created) => {
    showSnackbar({ text: t('package.done', { count: created }), type: 'success' });
    onClose();
  });
  const { source, file, found, error } = importing;
  const labels: TableLabels = {
    column: (column) => t(`package.field.${column}` as MessageKey),
    choice: (column, code) => t(`package.choice.${column}.${code}` as MessageKey),
  };
  if (importing.deposited) return <Laid laid={importing.deposited} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={t('package.import')}
      action={t('package.take', { count: found?.created ?? 0 })}
      disabled={!importing.canTake}
      onClose={onClose}
      onAction={importing.take}
      className="import-dialog"
      {...(source.origin === 'file' &&
        source.school && {
          others: (
            <Button
              variant="line"
              disabled={!file || importing.depositing || Boolean(found?.table?.missing.length)}
              onClick={importing.deposit}
            >
              {t('package.lay')}
            </Button>
          ),
        })}
    >
      <div className="package-form">
        <PackageSource importing={importing} forSchools={forSchools} />
        {error && <FormProblem>{fileProblem(t, error, labels, PACKAGE_ROWS) ?? packageError(t, error)}</FormProblem>}
      </div>
      {found && (
        <FoundLines
          found={found}
          fileName={source.origin === 'file' && file ? file.name : null}
          labels={labels}
          pending={importing.pendingMapping}
          onRemap={importing.remap}
        />
      )}
    </ConfirmDialog>
  );
}

type FoundProps = {
  found: FoundPackage;
  /** Name of the file, or `null` for a package number. */
  fileName: string | null;
  labels: TableLabels;
  /** Column mapping that is being applied. */
  pending: MappingInput | undefined;
  onRemap: (mapping: MappingInput) => void;
};

/** Shows the lines of a package before the import, and the column mapping of its file. */
function FoundLines({ found, fileName, labels, pending, onRemap }: FoundProps) {
  const { t } = useT();
  return (
    <>
      <p role="status" className="import-sums">
        {fileName !== null && <strong>{fileName}</strong>}
        <span>{t('package.sum.new', { count: found.created })}</span>
        {found.here > 0 && <span>{t('package.sum.here', { count: found.here })}</span>}
        {found.left_out > 0 && <span className="bad">{t('package.sum.out', { count: found.left_out })}</span>}
      </p>
      {found.table && fileName !== null && (
        <>
          <TableColumns key={fileName} found={found.table} labels={labels} pending={pending} onChange={onRemap} />
          <SaveRejectedButton
            found={{ table: found.table, rows: found.rows }}
            fileName={fileName}
            labels={labels}
            lineOf={({ result }) => ({ name: '', about: '', result: isLeftOut(result) ? t(`package.is.${result}`) : '' })}
          />
        </>
      )}
      <PackageLines rows={found.rows} labels={labels} />
    </>
  );
}

/** Shows the number with which the school can fetch the deposited package. */
function Laid({ laid, onClose }: { laid: LicencePackage; onClose: () => void }) {
  const { t, locale } = useT();
  return (
    <ConfirmDialog title={t('package.laid')} action={t('app.close')} others={<></>} onClose={onClose} onAction={onClose}>
      <Note role="status">
        <p>{t('package.laid.about', { school: laid.school.name, until: formatDate(laid.ends_on, 'short', locale), count: laid.rows })}</p>
        <strong className="package-number">{laid.number}</strong>
      </Note>
    </ConfirmDialog>
  );
}

function packageError(t: Translate, error: AppError): string {
  if (error.code === 'not_found') return t('package.number.unknown');
  return licenceError(error, t);
}
