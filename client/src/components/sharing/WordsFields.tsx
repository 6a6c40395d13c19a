/** Words and days of media given to people of the school. */
import { MESSAGE_LENGTH } from '@fundus/contract/shared-media';
import { useT } from '../../i18n/translate.ts';
import { TextArea } from '../../ui/TextArea.tsx';
import { DayFields, daysFit, daysOf, type Days } from '../classes/TermsFields.tsx';

export type Words = Days & { message: string };
export const NO_WORDS: Words = { message: '', from: '', until: '' };

/** The portal's day, whatever the clock of the device is set to. */
export const todayInBerlin = (): string => new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' });

export const wordsReady = (words: Words): boolean => daysFit(words, todayInBerlin());
/** As the calls want them. */
export const bodyOf = ({ message, ...days }: Words) => ({ message: message.trim(), ...daysOf(days) });

type Props = { to: 'people' | 'school'; values: Words; set: (values: Words) => void };

export function WordsFields({ to, values, set }: Props) {
  const { t } = useT();
  return (
    <>
      <TextArea
        label={t(`share.message.${to}`)}
        hint={t(`share.message.${to}.hint`)}
        value={values.message}
        maxLength={MESSAGE_LENGTH}
        onChange={(event) => set({ ...values, message: event.target.value })}
      />
      <DayFields values={values} earliest={todayInBerlin()} set={(about) => set({ ...values, ...about })} />
    </>
  );
}
