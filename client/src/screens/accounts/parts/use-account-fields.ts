import { useCheckedFields } from '../../../components/forms/use-fields.ts';
import { useT } from '../../../i18n/translate.ts';
import { ruleText } from './rule-text.ts';

type Options<V> = {
  /** True if the field `password` contains the current password instead of a new one. */
  present?: boolean;
  named?: Partial<Record<keyof V, string>>;
};

/** Returns the fields of an account form with their error texts. */
export function useAccountFields<V extends object>(initial: V | (() => V), { present = false, named }: Options<V> = {}) {
  const { t } = useT();
  return useCheckedFields(initial, {
    words: (field, rule) => ruleText(t, present && field === 'password' ? 'old' : field, rule),
    ...(named && { named }),
  });
}
