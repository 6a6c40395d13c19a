import { today } from '@fundus/contract/days';
import type { ReactNode } from 'react';
import { formatDate } from '../../i18n/format.ts';
import { joinFacts } from '../../i18n/join-facts.ts';
import { parseDay } from '../../i18n/read-day.ts';
import { useT } from '../../i18n/translate.ts';
import { Fold } from '../../ui/Fold.tsx';
import { areDaysValid, type Days } from '../classes/TermsFields.tsx';

type Props = { words: 'note' | 'message'; filled: boolean; download?: boolean; days: Days; children: ReactNode };

/** Collapses the words and days of a share and summarizes them in one line. It stays open while a day is invalid. */
export function TermsFold({ words, filled, download = false, days: { from, until }, children }: Props) {
  const { t, locale } = useT();
  const dateOf = (typed: string): string => (parseDay(typed) ? formatDate(typed, 'short', locale) : typed);
  const says = [
    filled && t(`share.terms.with.${words}`),
    from === '' ? t('share.terms.now') : t('share.terms.from', { date: dateOf(from) }),
    until !== '' && t('share.terms.until', { date: dateOf(until) }),
    download && t('share.terms.download'),
  ];
  return (
    <Fold title={t(`share.terms.${words}`)} says={joinFacts(says)} forced={!areDaysValid({ from, until }, today(new Date()))}>
      {children}
    </Fold>
  );
}
