import { useCheckedFields } from '../../../components/forms/use-fields.ts';
import { useT } from '../../../i18n/translate.ts';
import { ruleText } from './rule-text.ts';

type Options<V> = {
  /** `password` is the one the person has, not a new one. */
  present?: boolean;
  named?: Partial<Record<keyof V, string>>;
};

/** Fields of a form about an account, with the sentences that belong to them. */
export function useAccountFields<V extends object>(initial: V | (() => V), { present = false, named }: Options<V> = {}) {
  const { t } = useT();
  return useCheckedFields(initial, {
    words: (field, rule) => ruleText(t, present && field === 'password' ? 'old' : field, rule),
    ...(named && { named }),
  });
}
