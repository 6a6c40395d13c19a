import { NOTE_LENGTH } from '@fundus/contract/classes/rules';
import { DateField } from '../forms/DateField.tsx';
import { useT } from '../../i18n/translate.ts';
import { Checkbox } from '../../ui/fields/Field.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import './class-forms.css';

/** First and last day as form values, empty if not set. */
export type Days = { from: string; until: string };
/** Conditions under which a class gets media. */
export type Terms = Days & { note: string; download: boolean };

export const NO_TERMS: Terms = { note: '', from: '', until: '', download: false };

/** Returns the days as request fields, `null` if not set. */
export const daysOf = ({ from, until }: Days) => ({ visible_from: from || null, visible_until: until || null });
export const termsOf = ({ note, download, ...days }: Terms) => ({ note: note.trim(), ...daysOf(days), can_download: download });
/** Returns only the terms that are filled in. If the class already has the medium, its other terms are not changed. */
export const filledTerms = ({ note, from, until, download }: Terms) => ({
  ...(note.trim() && { note: note.trim() }),
  ...(from && { visible_from: from }),
  ...(until && { visible_until: until }),
  ...(download && { can_download: true }),
});

/** Returns whether the last day is neither before the first day nor before `earliest`. */
export const areDaysValid = ({ from, until }: Days, earliest = ''): boolean => until === '' || (from <= until && earliest <= until);

type Props = {
  values: Terms;
  set: (about: Partial<Terms>) => void;
  /** First allowed day in ISO format. */ earliest?: string;
  /** True to offer the download option. */ download?: boolean;
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

type DaysProps = { values: Days; set: (about: Partial<Days>) => void; /** First allowed day in ISO format. */ earliest?: string };

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
        error={areDaysValid(values, earliest) ? null : t(values.until < values.from ? 'share.days.wrong' : 'share.days.over')}
        onChange={(event) => set({ until: event.target.value })}
      />
    </div>
  );
}
