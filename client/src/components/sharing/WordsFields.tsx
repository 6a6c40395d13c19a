/** Fields for the message and the days of a share with colleagues or the school. */
import { today } from '@fundus/contract/days';
import { MESSAGE_LENGTH } from '@fundus/contract/shared-media/shared-media';
import { useT } from '../../i18n/translate.ts';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { DayFields, daysFit, daysOf, type Days } from '../classes/TermsFields.tsx';

export type Words = Days & { message: string };
export const NO_WORDS: Words = { message: '', from: '', until: '' };

export const wordsReady = (words: Words): boolean => daysFit(words, today(new Date()));
/** Returns the fields as request body. */
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
      <DayFields values={values} earliest={today(new Date())} set={(about) => set({ ...values, ...about })} />
    </>
  );
}
