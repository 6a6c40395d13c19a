import { PACKAGE_ROWS } from '@fundus/contract/licences/packages';
import { FileUp } from 'lucide-react';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { FileButton } from '../../../ui/fields/FileButton.tsx';
import { Segment } from '../../../ui/fields/Segment.tsx';
import { TABLE_FILES } from '../../tables/TableImport.tsx';
import { SchoolFinder } from '../finders.tsx';
import type { PackageImport } from './use-package-import.ts';
import '../../forms/import.css';
import './packages.css';

/** Shows the fields for a package number or a package file. */
export function PackageSource({ importing, forSchools }: { importing: PackageImport; forSchools: boolean }) {
  const { t } = useT();
  const { source, change, file, found, looking } = importing;
  return (
    <>
      <Segment
        label={t('package.origin')}
        value={source.origin}
        options={(['number', 'file'] as const).map((value) => ({ value, label: t(`package.origin.${value}`) }))}
        onChange={(origin) => change({ origin })}
      />
      {source.origin === 'number' ? (
        <TextField
          label={t('package.number')}
          hint={t('package.number.hint')}
          maxLength={100}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          value={source.number}
          onChange={(event) => change({ number: event.target.value })}
        />
      ) : (
        <>
          <p>{t('package.file.hint', { rows: PACKAGE_ROWS })}</p>
          <pre className="import-sample">{t('package.sample')}</pre>
          <TextField
            label={t('licence.licensor')}
            hint={t('package.licensor.hint')}
            maxLength={200}
            value={source.licensor}
            onChange={(event) => change({ licensor: event.target.value })}
          />
          {forSchools && <SchoolFinder chosen={source.school} onChoose={(school) => change({ school })} error={null} />}
        </>
      )}
      <div className="package-buttons">
        {source.origin === 'file' && (
          <FileButton accept={`${TABLE_FILES},.json,application/json`} icon={<FileUp />} disabled={looking} onFile={importing.chooseFile}>
            {t(file ? 'table.other' : 'table.choose')}
          </FileButton>
        )}
        {importing.ready && !found && (
          <Button variant="line" disabled={looking} onClick={importing.preview}>
            {t('package.look')}
          </Button>
        )}
      </div>
    </>
  );
}
