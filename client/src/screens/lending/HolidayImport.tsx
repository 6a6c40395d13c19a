import { today } from '@fundus/contract/days';
import { readHolidays } from '@fundus/contract/lending/holidays';
import type { PointFields } from '@fundus/contract/lending/points';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Field.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { Note } from '../../ui/Note.tsx';
import { periodWords } from './words.ts';

type Closure = PointFields['closures'][number];
type Read = ReturnType<typeof readHolidays>;

const same = (a: Closure, b: Closure): boolean => a.from === b.from && a.until === b.until;

/** Holidays of a calendar file, to be looked at before they become closures; what is entered already is left out. */
export function HolidayImport({ entered, onAdd }: { entered: readonly Closure[]; onAdd: (closures: Closure[]) => void }) {
  const { t, locale } = useT();
  const [read, setRead] = useState<Read | null>(null);
  const [left, setLeft] = useState<readonly Closure[]>([]);
  const look = async (file: File) => {
    setLeft([]);
    setRead(readHolidays(await file.text(), today(new Date())));
  };
  const fresh = (read?.closures ?? []).filter((closure) => !entered.some((each) => same(each, closure)));
  const chosen = fresh.filter((closure) => !left.includes(closure));
  return (
    <>
      <FileButton flush accept=".ics,text/calendar" icon={<CalendarPlus />} variant="quiet" onFile={(file) => void look(file)}>
        {t('lending.holidays.read')}
      </FileButton>
      {read && (
        <Note role="status">
          <div>
            <p>{fresh.length === 0 ? t('lending.holidays.none') : t('lending.holidays.found', { count: fresh.length })}</p>
            {read.skipped > 0 && <p className="small-print">{t('lending.holidays.skipped', { count: read.skipped })}</p>}
            {fresh.map((closure) => (
              <Checkbox
                key={`${closure.from} ${closure.name}`}
                label={`${closure.name}, ${periodWords(t, closure.from, closure.until, locale)}`}
                checked={!left.includes(closure)}
                onChange={({ target }) =>
                  setLeft((before) => (target.checked ? before.filter((each) => each !== closure) : [...before, closure]))
                }
              />
            ))}
            {fresh.length > 0 && (
              <Button
                variant="line"
                disabled={chosen.length === 0}
                onClick={() => {
                  onAdd(chosen);
                  setRead(null);
                }}
              >
                {t('lending.holidays.add', { count: chosen.length })}
              </Button>
            )}
          </div>
        </Note>
      )}
    </>
  );
}
