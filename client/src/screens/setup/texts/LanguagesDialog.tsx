import { AppError } from '@fundus/contract/errors';
import { setup } from '@fundus/contract/setup/setup';
import { setupAdmin } from '@fundus/contract/setup/admin';
import type { LanguageInfo } from '@fundus/contract/setup/texts';
import { useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { removeCachedReplies } from '../../../api/cached-fetch.ts';
import { call } from '../../../api/call.ts';
import { query } from '../../../api/query.ts';
import { languageName } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { Checkbox } from '../../../ui/fields/Field.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import '../setup.css';
import './translation-screen.css';

/** Codes of languages that are common in German schools. The operator can import others. */
const OFFERED = 'ar bg bs cs da de el en es fa fr he hr hsb hu it ku lt lv mk nl pl ps pt ro ru sk sq sr sv ti tr uk ur vi zh'.split(' ');

type Props = {
  languages: readonly LanguageInfo[];
  onClose: () => void;
  onAdded: (lang: string) => void;
  onRemoved: (lang: string) => void;
};

/** Adds, enables, disables and removes languages. */
export function LanguagesDialog({ languages, onClose, onAdded, onRemoved }: Props) {
  const { t, locale } = useT();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<AppError | null>(null);
  const [removing, setRemoving] = useState<LanguageInfo | null>(null);
  const missing = OFFERED.filter((code) => !languages.some((language) => language.code === code))
    .map((value) => ({ value, label: languageName(value, locale) }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
  const [wanted, setWanted] = useState('');

  const run = async (work: () => Promise<{ languages: LanguageInfo[] }>): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    try {
      client.setQueryData(query(setupAdmin.languages).queryKey, await work());
      removeCachedReplies(setup.config.path);
      removeCachedReplies(setup.locales.path);
      showSnackbar({ text: t('languages.changed'), action: { label: t('app.reload'), run: () => location.reload() } });
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      setProblem(error);
      return false;
    } finally {
      setBusy(false);
    }
  };

  const add = async () => {
    const lang = wanted || missing[0]?.value;
    if (!lang) return;
    if (await run(() => call(setupAdmin.setLanguage, { params: { lang }, body: { enabled: true } }))) onAdded(lang);
  };
  const remove = async ({ code }: LanguageInfo) => {
    setRemoving(null);
    if (await run(() => call(setupAdmin.removeLanguage, { params: { lang: code } }))) onRemoved(code);
  };

  return (
    <Dialog open title={t('languages.title')} closeLabel={t('app.close')} onClose={onClose}>
      {problem && <FormProblem>{t(`error.${problem.code}`, { name: '' })}</FormProblem>}
      <ul className="lines languages">
        {languages.map((language) => (
          <li key={language.code}>
            <Checkbox
              label={`${languageName(language.code, locale)} (${language.code})`}
              hint={
                language.is_default
                  ? t('languages.default')
                  : language.has_texts
                    ? t('languages.own', { count: language.own })
                    : t('languages.missing', { count: language.missing, all: language.texts })
              }
              checked={language.enabled}
              disabled={busy || language.is_default}
              onChange={(event) => {
                const { checked } = event.target;
                void run(() => call(setupAdmin.setLanguage, { params: { lang: language.code }, body: { enabled: checked } }));
              }}
            />
            {language.added && removing?.code !== language.code && (
              <IconButton
                label={t('languages.remove', { name: languageName(language.code, locale) })}
                icon={<Trash2 />}
                disabled={busy}
                onClick={() => setRemoving(language)}
              />
            )}
            {removing?.code === language.code && (
              <span className="setup-actions" role="alert">
                {t('languages.remove.sure', { count: language.own })}
                <Button variant="line" onClick={() => void remove(language)}>
                  {t('languages.remove.do')}
                </Button>
                <Button onClick={() => setRemoving(null)}>{t('app.cancel')}</Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {missing.length > 0 && (
        <div className="languages-add">
          <Select label={t('languages.add.which')} value={wanted || missing[0]!.value} options={missing} onChange={setWanted} />
          <Button variant="line" icon={<Plus />} disabled={busy} onClick={() => void add()}>
            {t('languages.add')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
