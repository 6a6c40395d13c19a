/** Fields for the message and the days of a share with colleagues or the school. */
import { today } from '@fundus/contract/days';
import { MESSAGE_LENGTH } from '@fundus/contract/shared-media/shared-media';
import { useT } from '../../i18n/translate.ts';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { DayFields, areDaysValid, daysOf, type Days } from '../classes/TermsFields.tsx';

export type ShareTerms = Days & { message: string };
export const EMPTY_SHARE_TERMS: ShareTerms = { message: '', from: '', until: '' };

export const areShareTermsValid = (words: ShareTerms): boolean => areDaysValid(words, today(new Date()));
/** Returns the fields as request body. */
export const bodyOf = ({ message, ...days }: ShareTerms) => ({ message: message.trim(), ...daysOf(days) });

type Props = { to: 'people' | 'school'; values: ShareTerms; set: (values: ShareTerms) => void };

export function ShareTermsFields({ to, values, set }: Props) {
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
