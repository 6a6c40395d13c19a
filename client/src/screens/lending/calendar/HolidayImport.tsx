import { today } from '@fundus/contract/days';
import { readHolidays } from '@fundus/contract/lending/calendar/holidays';
import type { PointFields } from '@fundus/contract/lending/points/points';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../../i18n/translate.ts';
import { FileButton } from '../../../ui/fields/FileButton.tsx';
import { ClosureChoice } from './ClosureChoice.tsx';

type Closure = PointFields['closures'][number];

/** Holidays of a calendar file, to be looked at before they become closures; what is entered already is left out. */
export function HolidayImport({ entered, onAdd }: { entered: readonly Closure[]; onAdd: (closures: Closure[]) => void }) {
  const { t } = useT();
  const [read, setRead] = useState<(ReturnType<typeof readHolidays> & { number: number }) | null>(null);
  const look = async (file: File) => {
    const found = readHolidays(await file.text(), today(new Date()));
    setRead((before) => ({ ...found, number: (before?.number ?? 0) + 1 }));
  };
  return (
    <>
      <FileButton flush accept=".ics,text/calendar" icon={<CalendarPlus />} variant="quiet" onFile={(file) => void look(file)}>
        {t('lending.holidays.read')}
      </FileButton>
      {read && (
        <ClosureChoice
          key={read.number}
          found={read.closures}
          entered={entered}
          onAdd={(closures) => {
            onAdd(closures);
            setRead(null);
          }}
        >
          {read.skipped > 0 && <p className="small-print">{t('lending.holidays.skipped', { count: read.skipped })}</p>}
        </ClosureChoice>
      )}
    </>
  );
}
