import { NOTE_LENGTH } from '@fundus/contract/classes/rules';
import { DateField } from '../forms/DateField.tsx';
import { useT } from '../../i18n/translate.ts';
import { Checkbox } from '../../ui/fields/Field.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import './class-forms.css';

/** First and last day as the fields of a form have them, empty without one. */
export type Days = { from: string; until: string };
/** How media are given to a class. */
export type Terms = Days & { note: string; download: boolean };

export const NO_TERMS: Terms = { note: '', from: '', until: '', download: false };

/** As the calls want them. */
export const daysOf = ({ from, until }: Days) => ({ visible_from: from || null, visible_until: until || null });
export const termsOf = ({ note, download, ...days }: Terms) => ({ note: note.trim(), ...daysOf(days), can_download: download });
/** Only what was filled in: a class that has the medium keeps the rest. */
export const namedTerms = ({ note, from, until, download }: Terms) => ({
  ...(note.trim() && { note: note.trim() }),
  ...(from && { visible_from: from }),
  ...(until && { visible_until: until }),
  ...(download && { can_download: true }),
});

/** Whether the days can stand together; with `earliest` none may be over before it. */
export const daysFit = ({ from, until }: Days, earliest = ''): boolean => until === '' || (from <= until && earliest <= until);

type Props = {
  values: Terms;
  set: (about: Partial<Terms>) => void;
  /** Day before which it may not be over, ISO. */ earliest?: string;
  /** It may be offered to be saved. */ download?: boolean;
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

type DaysProps = { values: Days; set: (about: Partial<Days>) => void; /** Day before which it may not be over, ISO. */ earliest?: string };

/** From when until when something is there. */
export function DayFields({ values, set, earliest = '' }: DaysProps) {
  const { t } = useT();
  const first = values.from > earliest ? values.from : earliest;
  return (
    <div className="class-terms">
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
