import type { LanguageInfo } from '@fundus/contract/setup/texts';
import { writeCsv } from '@fundus/contract/table-file';
import { Download, EllipsisVertical, RotateCcw, Trash2, Upload } from 'lucide-react';
import { languageName } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { Menu } from '../../../ui/overlays/Menu.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { isDraft, type TextView } from './text-view.ts';
import type { Texts } from './use-texts.ts';

/** Action that the user must confirm. */
export type ConfirmedAction = { title: string; text: string; action: string; go: () => Promise<unknown> };

type Props = { texts: Texts; language: LanguageInfo; view: TextView; onImport: () => void; onAsk: (asked: ConfirmedAction) => void };

/** Menu of a language, to import, export, discard and reset its texts. */
export function TextMenu({ texts, language, view, onImport, onAsk }: Props) {
  const { t, locale } = useT();
  const { rows } = texts;
  const name = languageName(language.code, locale);
  const saveJson = () => {
    const own = Object.fromEntries(rows.flatMap((row) => (row.own === null ? [] : [[row.key, row.own]])));
    saveFile(`${language.code}.json`, `${JSON.stringify(own, null, 2)}\n`, 'application/json');
  };
  const saveCsv = () =>
    saveFile(
      `${language.code}.csv`,
      writeCsv([['key', 'default', 'own', 'state'], ...rows.map((row) => [row.key, row.base, row.own ?? '', row.state])], locale),
      'text/csv;charset=utf-8',
    );
  const ask = (what: 'discard' | 'resetArea' | 'reset', go: () => Promise<unknown>) => {
    const values = { name, area: view.area };
    onAsk({ title: t(`texts.${what}.title`, values), text: t(`texts.${what}.text`, values), action: t(`texts.${what}`, values), go });
  };
  return (
    <Menu
      label={t('theme.more')}
      trigger={<EllipsisVertical />}
      sections={[
        {
          label: t('texts.files'),
          items: [
            { label: t('texts.import'), icon: <Upload />, onSelect: onImport },
            { label: t('texts.export.json'), icon: <Download />, onSelect: saveJson },
            { label: t('texts.export.csv'), icon: <Download />, onSelect: saveCsv },
          ],
        },
        {
          label: t('texts.takeBack'),
          items: [
            ...(rows.some(isDraft)
              ? [
                  {
                    label: t('texts.discard'),
                    icon: <Trash2 />,
                    onSelect: () => ask('discard', () => texts.discard(t('texts.discard.done'))),
                  },
                ]
              : []),
            ...(view.area
              ? [
                  {
                    label: t('texts.resetArea', { area: view.area }),
                    icon: <RotateCcw />,
                    onSelect: () => ask('resetArea', () => texts.reset(view.area, t('texts.reset.done'))),
                  },
                ]
              : []),
            {
              label: t('texts.reset', { name }),
              icon: <RotateCcw />,
              onSelect: () => ask('reset', () => texts.reset('', t('texts.reset.done'))),
            },
          ],
        },
      ]}
    />
  );
}
