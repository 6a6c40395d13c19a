import { holidayImport } from '@fundus/contract/lending/calendar/holiday-import';
import type { PointFields } from '@fundus/contract/lending/points/points';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { base64Of } from '../../../ui/base64.ts';
import { FileButton } from '../../../ui/fields/FileButton.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { ClosureChoice } from './ClosureChoice.tsx';

type Closure = PointFields['closures'][number];

/** Reads holidays from a calendar file and offers them as closures, except those that exist already. */
export function HolidayImport({ entered, onAdd }: { entered: readonly Closure[]; onAdd: (closures: Closure[]) => void }) {
  const { t } = useT();
  const read = useCall(holidayImport.readHolidays);
  const [number, setNumber] = useState(0);
  const preview = async (file: File) => {
    const content = await base64Of(file);
    read.mutate({ body: { content } }, { onSuccess: () => setNumber((before) => before + 1) });
  };
  const { data, error } = read;
  return (
    <>
      <FileButton flush accept=".ics,text/calendar" icon={<CalendarPlus />} variant="quiet" onFile={(file) => void preview(file)}>
        {t('lending.holidays.read')}
      </FileButton>
      {error && <FormProblem>{formatError(error.code)}</FormProblem>}
      {data && (
        <ClosureChoice
          key={number}
          found={data.closures}
          entered={entered}
          onAdd={(closures) => {
            onAdd(closures);
            read.reset();
          }}
        >
          {data.skipped > 0 && <p className="small-print">{t('lending.holidays.skipped', { count: data.skipped })}</p>}
          {data.more > 0 && <p className="small-print">{t('lending.holidays.more', { count: data.more })}</p>}
        </ClosureChoice>
      )}
    </>
  );

  function formatError(code: NonNullable<typeof error>['code']): string {
    if (code === 'broken_file') return t('lending.holidays.broken');
    // The server rejects a request body above the size limit without reading it.
    if (code === 'too_large' || code === 'validation_failed') return t('lending.holidays.large');
    return t(`error.${code}`, { name: '' });
  }
}
