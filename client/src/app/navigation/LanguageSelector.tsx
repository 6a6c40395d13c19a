import { nativeLanguageName } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { Select } from '../../ui/fields/Select.tsx';

export function LanguageSelector() {
  const { t, locale } = useT();
  const { config, changeLanguage } = useSession();
  if (config.Locales.length < 2) return null;
  return (
    <Select
      label={t('profile.language')}
      value={locale}
      options={config.Locales.map((code) => ({ value: code, label: nativeLanguageName(code) }))}
      onChange={changeLanguage}
    />
  );
}
