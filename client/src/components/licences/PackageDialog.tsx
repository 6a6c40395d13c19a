import type { AppError } from '@fundus/contract/errors';
import { licencePackages, PACKAGE_BYTES, PACKAGE_ROWS, type LicencePackage } from '@fundus/contract/licences/packages';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { formatDate } from '../../i18n/format.ts';
import { useT, type Translate } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { base64Of } from '../../ui/base64.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { Note } from '../../ui/Note.tsx';
import { Segment } from '../../ui/Segment.tsx';
import { AskDialog } from '../forms/AskDialog.tsx';
import { SchoolFinder, type Chosen } from './finders.tsx';
import { PackageLines } from './PackageLines.tsx';
import { LICENCE_READS, PACKAGE_READS } from './refreshes.ts';
import { licenceError } from './words.ts';
import '../forms/import.css';
import './packages.css';

type Origin = 'number' | 'file';

/** Many licences at once, by a number or out of a file: what would happen line by line, then all that can be entered. */
export function PackageDialog({ forSchools, onClose }: { forSchools: boolean; onClose: () => void }) {
  const { t } = useT();
  const [origin, setOrigin] = useState<Origin>(forSchools ? 'file' : 'number');
  const [number, setNumber] = useState('');
  const [file, setFile] = useState<{ name: string; content: string } | null>(null);
  const [licensor, setLicensor] = useState('');
  const [school, setSchool] = useState<Chosen>(null);
  const look = useCall(licencePackages.importPackage);
  const take = useCall(licencePackages.importPackage, LICENCE_READS);
  const lay = useCall(licencePackages.depositPackage, PACKAGE_READS);
  const found = look.data;
  const error = lay.error ?? take.error ?? look.error;
  const change = (set: () => void): void => {
    set();
    for (const call of [look, take, lay]) call.reset();
  };
  const read = (content = file?.content ?? '', dry_run = true) => {
    const source = origin === 'number' ? { number } : { content, licensor, school_id: school?.id ?? null };
    return { body: { licensor: '', ...source, dry_run } };
  };
  const choose = async (chosen: File) => {
    const content = await base64Of(chosen);
    change(() => setFile({ name: chosen.name, content }));
    look.mutate(read(content));
  };
  const enter = () =>
    take.mutate(read(file?.content, false), {
      onSuccess: ({ created }) => {
        showSnackbar({ text: t('package.done', { count: created }), type: 'success' });
        onClose();
      },
    });
  if (lay.data) return <Laid laid={lay.data} onClose={onClose} />;
  const ready = origin === 'number' ? number.replace(/[\s\-–_.]/g, '').length >= 4 : file !== null;
  return (
    <AskDialog
      title={t('package.import')}
      action={t('package.take', { count: found?.created ?? 0 })}
      disabled={!found || found.created === 0 || take.isPending}
      onClose={onClose}
      onAction={enter}
      className="import-dialog"
      {...(origin === 'file' &&
        school && {
          others: (
            <Button
              variant="line"
              disabled={!file || lay.isPending}
              onClick={() => file && lay.mutate({ body: { content: file.content, licensor, school_id: school.id } })}
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
          <TextField
            label={t('package.number')}
            hint={t('package.number.hint')}
            maxLength={100}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            value={number}
            onChange={(event) => change(() => setNumber(event.target.value))}
          />
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
              accept=".csv,.txt,.json,text/csv,application/json"
              icon={<FileUp />}
              disabled={look.isPending}
              onFile={(chosen) => void choose(chosen)}
            >
              {t(file ? 'package.other' : 'package.choose')}
            </FileButton>
          )}
          {ready && !found && (
            <Button variant="line" disabled={look.isPending} onClick={() => look.mutate(read())}>
              {t('package.look')}
            </Button>
          )}
        </div>
        {error && <FormProblem>{packageError(t, error)}</FormProblem>}
      </div>
      {found && (
        <>
          <p role="status" className="import-sums">
            {origin === 'file' && file && <strong>{file.name}</strong>}
            <span>{t('package.sum.new', { count: found.created })}</span>
            {found.here > 0 && <span>{t('package.sum.here', { count: found.here })}</span>}
            {found.left_out > 0 && <span className="bad">{t('package.sum.out', { count: found.left_out })}</span>}
          </p>
          <PackageLines rows={found.rows} />
        </>
      )}
    </AskDialog>
  );
}

/** What a school needs to fetch the package. */
function Laid({ laid, onClose }: { laid: LicencePackage; onClose: () => void }) {
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

const FILE_RULES = ['header', 'empty', 'max', 'json'] as const;
const COLUMN_WORDS = { medium: 'package.field.medium', code: 'package.field.code' } as const;

function packageError(t: Translate, error: AppError): string {
  const [first] = (error.details?.problems ?? []) as { rule?: string }[];
  const rule = error.field === 'content' && FILE_RULES.find((name) => name === first?.rule);
  if (rule) {
    const missing = ((error.details?.missing ?? []) as (keyof typeof COLUMN_WORDS)[]).map((column) => t(COLUMN_WORDS[column])).join(', ');
    return t(`package.file.${rule}`, { missing, most: PACKAGE_ROWS });
  }
  if (error.code === 'too_large') return t('package.file.bytes', { most: PACKAGE_BYTES / 1_000_000 });
  if (error.code === 'not_found') return t('package.number.unknown');
  return licenceError(error, t);
}
