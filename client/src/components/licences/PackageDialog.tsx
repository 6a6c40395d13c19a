import type { Reply } from '@fundus/contract/endpoint';
import type { AppError } from '@fundus/contract/errors';
import { licencePackages, PACKAGE_ROWS, type LicencePackage } from '@fundus/contract/licences/packages';
import type { MessageKey } from '@fundus/contract/messages';
import type { MappingInput } from '@fundus/contract/tables/tables';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { formatDate } from '../../i18n/format.ts';
import { useT, type Translate } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/Field.tsx';
import { FileButton } from '../../ui/fields/FileButton.tsx';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';
import { Note } from '../../ui/Note.tsx';
import { Segment } from '../../ui/fields/Segment.tsx';
import { AskDialog } from '../forms/AskDialog.tsx';
import { TableColumns } from '../tables/TableColumns.tsx';
import { SaveRejected, TABLE_FILES } from '../tables/TableImport.tsx';
import { fileProblem, type TableLabels } from '../tables/table-words.ts';
import { useTable } from '../tables/use-table.ts';
import { SchoolFinder, type Chosen } from './finders.tsx';
import { PackageLines } from './PackageLines.tsx';
import { LICENCE_READS, PACKAGE_READS } from './refreshes.ts';
import { licenceError } from './words.ts';
import '../forms/import.css';
import './packages.css';

type Origin = 'number' | 'file';

/** Returns whether a line without a problem is skipped. */
const isLeftOut = (result: string): result is 'unknown' | 'expired' => result === 'unknown' || result === 'expired';

type Found = Reply<typeof licencePackages.importPackage>;

/** Shows a dialog that adds many licences by package number or from a file, after a preview of each line. */
export function PackageDialog({ forSchools, onClose }: { forSchools: boolean; onClose: () => void }) {
  const { t } = useT();
  const [origin, setOrigin] = useState<Origin>(forSchools ? 'file' : 'number');
  const [number, setNumber] = useState('');
  const [licensor, setLicensor] = useState('');
  const [school, setSchool] = useState<Chosen>(null);
  const look = useCall(licencePackages.importPackage);
  const take = useCall(licencePackages.importPackage, LICENCE_READS);
  const lay = useCall(licencePackages.depositPackage, PACKAGE_READS);
  const { file, upload, choose, remap } = useTable((next) => look.mutate(read(next)));
  // A repeated call has no data meanwhile; the last result stays visible.
  const [found, setFound] = useState<Found>();
  if (look.data && look.data !== found && !look.isPending) setFound(look.data);
  const error = lay.error ?? take.error ?? look.error;
  const change = (set: () => void): void => {
    set();
    setFound(undefined);
    for (const call of [look, take, lay]) call.reset();
  };
  const read = (table = upload, dry_run = true) => {
    const source = origin === 'number' ? { number } : { ...table, licensor, school_id: school?.id ?? null };
    return { body: { licensor: '', ...source, dry_run } };
  };
  const enter = () =>
    take.mutate(read(upload, false), {
      onSuccess: ({ created }) => {
        showSnackbar({ text: t('package.done', { count: created }), type: 'success' });
        onClose();
      },
    });
  const labels: TableLabels = {
    column: (column) => t(`package.field.${column}` as MessageKey),
    choice: (column, code) => t(`package.choice.${column}.${code}` as MessageKey),
  };
  if (lay.data) return <PackageReady laid={lay.data} onClose={onClose} />;
  const ready = origin === 'number' ? number.replace(/[\s\-–_.]/g, '').length >= 4 : file !== null;
  return (
    <AskDialog
      title={t('package.import')}
      action={t('package.take', { count: found?.created ?? 0 })}
      disabled={!found || found.created === 0 || take.isPending || look.isPending || look.isError}
      onClose={onClose}
      onAction={enter}
      className="import-dialog"
      {...(origin === 'file' &&
        school && {
          others: (
            <Button
              variant="line"
              disabled={!file || lay.isPending || Boolean(found?.table?.missing.length)}
              onClick={() => upload && lay.mutate({ body: { ...upload, licensor, school_id: school.id } })}
            >
              {t('package.lay')}
            </Button>
          ),
        })}
    >
      <div className="package-form">
        <Segment
          label={t('package.origin')}
          value={origin}
          options={(['number', 'file'] as const).map((value) => ({ value, label: t(`package.origin.${value}`) }))}
          onChange={(next) => change(() => setOrigin(next))}
        />
        {origin === 'number' ? (
          <NumberField value={number} onChange={(next) => change(() => setNumber(next))} />
        ) : (
          <>
            <p>{t('package.file.hint', { rows: PACKAGE_ROWS })}</p>
            <pre className="import-sample">{t('package.sample')}</pre>
            <TextField
              label={t('licence.licensor')}
              hint={t('package.licensor.hint')}
              maxLength={200}
              value={licensor}
              onChange={(event) => change(() => setLicensor(event.target.value))}
            />
            {forSchools && <SchoolFinder chosen={school} onChoose={(next) => change(() => setSchool(next))} error={null} />}
          </>
        )}
        <div className="package-buttons">
          {origin === 'file' && (
            <FileButton
              accept={`${TABLE_FILES},.json,application/json`}
              icon={<FileUp />}
              disabled={look.isPending}
              onFile={(chosen) => {
                change(() => {});
                void choose(chosen);
              }}
            >
              {t(file ? 'table.other' : 'table.choose')}
            </FileButton>
          )}
          {ready && !found && (
            <Button variant="line" disabled={look.isPending} onClick={() => look.mutate(read())}>
              {t('package.look')}
            </Button>
          )}
        </div>
        {error && <FormProblem>{fileProblem(t, error, labels, PACKAGE_ROWS) ?? packageError(t, error)}</FormProblem>}
      </div>
      {found && (
        <FoundLines
          found={found}
          fileName={origin === 'file' && file ? file.name : null}
          labels={labels}
          pending={look.isPending ? upload?.mapping : undefined}
          onRemap={remap}
        />
      )}
    </AskDialog>
  );
}

function NumberField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useT();
  return (
    <TextField
      label={t('package.number')}
      hint={t('package.number.hint')}
      maxLength={100}
      autoCapitalize="characters"
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

type FoundProps = {
  found: Found;
  /** Name of the file, `null` for a package number. */
  fileName: string | null;
  labels: TableLabels;
  /** Mapping that is being applied. */
  pending: MappingInput | undefined;
  onRemap: (mapping: MappingInput) => void;
};

/** Shows the lines of a package before they are taken over, and the columns of its file. */
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
          <SaveRejected
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

/** Shows the package number and code a school needs. */
function PackageReady({ laid, onClose }: { laid: LicencePackage; onClose: () => void }) {
  const { t, locale } = useT();
  return (
    <AskDialog title={t('package.laid')} action={t('app.close')} others={<></>} onClose={onClose} onAction={onClose}>
      <Note role="status">
        <p>{t('package.laid.about', { school: laid.school.name, until: formatDate(laid.ends_on, 'short', locale), count: laid.rows })}</p>
        <strong className="package-number">{laid.number}</strong>
      </Note>
    </AskDialog>
  );
}

function packageError(t: Translate, error: AppError): string {
  if (error.code === 'not_found') return t('package.number.unknown');
  return licenceError(error, t);
}
