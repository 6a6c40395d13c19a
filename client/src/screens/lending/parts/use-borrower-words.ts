/** Texts for borrowers, which address learners informally. */
import { isStudent } from '@fundus/contract/access';
import type { MessageKey } from '@fundus/contract/messages';
import { useMemo } from 'react';
import { useT, type Translate } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';

/** Texts that have a variant for learners. */
const FOR_PUPILS: Partial<Record<MessageKey, MessageKey>> = {
  'error.terms_outdated': 'lending.refused.terms.pupil',
  'lending.briefing.held': 'lending.briefing.held.pupil',
  'lending.briefing.needed': 'lending.briefing.needed.pupil',
  'lending.briefing.until': 'lending.briefing.until.pupil',
  'lending.cart.empty': 'lending.cart.empty.pupil',
  'lending.cart.empty.lessons': 'lending.cart.empty.lessons.pupil',
  'lending.cart.left': 'lending.cart.left.pupil',
  'lending.chooseEnd': 'lending.chooseEnd.pupil',
  'lending.chooseStart': 'lending.chooseStart.pupil',
  'lending.day.yours': 'lending.day.yours.pupil',
  'lending.delivery': 'lending.delivery.pupil',
  'lending.delivery.post.hint': 'lending.delivery.post.hint.pupil',
  'lending.favourite.none.hint': 'lending.favourite.none.hint.pupil',
  'lending.lessons.chooseDay': 'lending.lessons.chooseDay.pupil',
  'lending.lessons.chooseFirst': 'lending.lessons.chooseFirst.pupil',
  'lending.lessons.chooseLast': 'lending.lessons.chooseLast.pupil',
  'lending.loans.none.open': 'lending.loans.none.open.pupil',
  'lending.loans.none.open.hint': 'lending.loans.none.open.hint.pupil',
  'lending.loans.none.over.between': 'lending.loans.none.over.between.pupil',
  'lending.loans.none.over.kept': 'lending.loans.none.over.kept.pupil',
  'lending.noPoint.hint': 'lending.noPoint.hint.pupil',
  'lending.nothing.hint': 'lending.nothing.hint.pupil',
  'lending.ordered': 'lending.ordered.pupil',
  'lending.refused.by_lesson': 'lending.refused.by_lesson.pupil',
  'lending.refused.schools': 'lending.refused.schools.pupil',
  'lending.refused.too_long': 'lending.refused.too_long.pupil',
  'lending.renew.ask': 'lending.renew.ask.pupil',
  'lending.renewed': 'lending.renewed.pupil',
  'lending.terms.missing': 'lending.terms.missing.pupil',
};

/** Returns the translations. If the user is a learner, texts are replaced by their variants for learners. */
export function useBorrowerTexts(): { t: Translate; locale: string; pupil: boolean } {
  const { t, locale } = useT();
  const { user } = useSession();
  const pupil = Boolean(user && isStudent(user));
  const words = useMemo<Translate>(() => (pupil ? (key, values) => t(FOR_PUPILS[key] ?? key, values) : t), [pupil, t]);
  return { t: words, locale, pupil };
}
