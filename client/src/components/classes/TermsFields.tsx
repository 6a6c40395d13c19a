import { NOTE_LENGTH } from '@fundus/contract/class-rules';
import { useT } from '../../i18n/translate.ts';
import { Checkbox, TextField } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import './class-parts.css';

/** How media are given to a class: days as the fields of the form have them, empty without one. */
export type Terms = { note: string; from: string; until: string; download: boolean };

export const NO_TERMS: Terms = { note: '', from: '', until: '', download: false };

/** As the calls want them. */
export const termsOf = ({ note, from, until, download }: Terms) => ({
  note: note.trim(),
  visible_from: from || null,
  visible_until: until || null,
  can_download: download,
});

/** Whether the days can stand together. */
export const daysFit = ({ from, until }: Terms): boolean => from === '' || until === '' || from <= until;

export function TermsFields({ values, set }: { values: Terms; set: (about: Partial<Terms>) => void }) {
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
      <div className="class-terms">
        <TextField
          label={t('share.from')}
          hint={t('share.from.hint')}
          type="date"
          value={values.from}
          onChange={(event) => set({ from: event.target.value })}
        />
        <TextField
          label={t('share.until')}
          hint={t('share.until.hint')}
          type="date"
          min={values.from || undefined}
          value={values.until}
          error={daysFit(values) ? null : t('share.days.wrong')}
          onChange={(event) => set({ until: event.target.value })}
        />
      </div>
      <Checkbox
        label={t('share.download')}
        hint={t('share.download.hint')}
        checked={values.download}
        onChange={(event) => set({ download: event.target.checked })}
      />
    </>
  );
}
