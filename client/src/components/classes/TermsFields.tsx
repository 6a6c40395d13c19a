import { NOTE_LENGTH } from '@fundus/contract/classes/rules';
import { DateField } from '../forms/DateField.tsx';
import { useT } from '../../i18n/translate.ts';
import { Checkbox } from '../../ui/fields/Field.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import './class-forms.css';

/** First and last day as form values; empty without one. */
export type Days = { from: string; until: string };
/** Terms on which media are given to a class. */
export type Terms = Days & { note: string; download: boolean };

export const NO_TERMS: Terms = { note: '', from: '', until: '', download: false };

/** Returns the days for the call. */
export const daysOf = ({ from, until }: Days) => ({ visible_from: from || null, visible_until: until || null });
export const termsOf = ({ note, download, ...days }: Terms) => ({ note: note.trim(), ...daysOf(days), can_download: download });
/** Returns only the filled-in terms: a class that has the medium keeps the others. */
export const namedTerms = ({ note, from, until, download }: Terms) => ({
  ...(note.trim() && { note: note.trim() }),
  ...(from && { visible_from: from }),
  ...(until && { visible_until: until }),
  ...(download && { can_download: true }),
});

/** Returns whether the days are in order and not before `earliest`. */
export const daysFit = ({ from, until }: Days, earliest = ''): boolean => until === '' || (from <= until && earliest <= until);

type Props = {
  values: Terms;
  set: (about: Partial<Terms>) => void;
  /** First allowed day, ISO. */ earliest?: string;
  /** Offers the download option. */ download?: boolean;
};

export function TermsFields({ values, set, earliest = '', download = true }: Props) {
  const { t } = useT();
  return (
    <>
      <TextArea
        label={t('share.note')}
        hint={t('share.note.hint')}
        value={values.note}
        maxLength={NOTE_LENGTH}
        onChange={(event) => set({ note: event.target.value })}
      />
      <DayFields values={values} earliest={earliest} set={set} />
      {download && (
        <Checkbox
          label={t('share.download')}
          hint={t('share.download.hint')}
          checked={values.download}
          onChange={(event) => set({ download: event.target.checked })}
        />
      )}
    </>
  );
}

type DaysProps = { values: Days; set: (about: Partial<Days>) => void; /** First allowed day, ISO. */ earliest?: string };

/** Shows the fields for the first and last day. */
export function DayFields({ values, set, earliest = '' }: DaysProps) {
  const { t } = useT();
  const first = values.from > earliest ? values.from : earliest;
  return (
    <div className="class-terms" data-fields>
      <DateField
        label={t('share.from')}
        hint={t('share.from.hint')}
        value={values.from}
        onChange={(event) => set({ from: event.target.value })}
      />
      <DateField
        label={t('share.until')}
        hint={t('share.until.hint')}
        min={first || undefined}
        value={values.until}
        error={daysFit(values, earliest) ? null : t(values.until < values.from ? 'share.days.wrong' : 'share.days.over')}
        onChange={(event) => set({ until: event.target.value })}
      />
    </div>
  );
}
