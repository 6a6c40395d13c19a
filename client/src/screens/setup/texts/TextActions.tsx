import { AppError } from '@fundus/contract/errors';
import type { LanguageInfo } from '@fundus/contract/setup/texts';
import { writeCsv } from '@fundus/contract/table-file';
import { Download, EllipsisVertical, RotateCcw, Trash2, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { saveFile } from '../../../ui/save-file.ts';
import { languageName } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { Menu } from '../../../ui/overlays/Menu.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { FileRejected } from '../files.ts';
import { readTexts, TextImport, type TextsInFile } from './TextImport.tsx';
import { isDraft, type TextView } from './text-view.ts';
import type { Texts } from './use-texts.ts';
import '../setup.css';

type Asked = { title: string; text: string; action: string; go: () => Promise<unknown> };

/** Shows the state of a language and its actions: publish, discard, import, export. */
export function TextActions({ texts, language, view }: { texts: Texts; language: LanguageInfo; view: TextView }) {
  const { t, locale } = useT();
  const input = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<TextsInFile | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const { rows, busy, problem } = texts;
  const drafts = rows.filter(isDraft).length;
  const missing = rows.filter((row) => row.state === 'missing').length;
  const name = languageName(language.code, locale);

  const previewImport = async (file: File) => {
    setNote(null);
    try {
      setFound(await readTexts(file, language.code));
    } catch (error) {
      if (error instanceof FileRejected) setNote(t(error.key));
      else if (error instanceof AppError) setNote(t(`error.${error.code}`, { name: '' }));
      else throw error;
    }
  };
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
  const openQuestion = (what: 'discard' | 'resetArea' | 'reset', go: () => Promise<unknown>) => {
    const values = { name, area: view.area };
    setAsked({ title: t(`texts.${what}.title`, values), text: t(`texts.${what}.text`, values), action: t(`texts.${what}`, values), go });
  };

  return (
    <>
      <div className="setup-bar">
        <p className="setup-state" role="status">
          <span className={`state-dot state-${drafts ? 'draft' : 'published'}`} />
          <span>
            {drafts
              ? t('texts.drafts', { count: drafts })
              : t(language.version || texts.texts.data?.language.version ? 'texts.allPublished' : 'texts.noOwn')}
            {missing > 0 && <span className="small-print">{t('texts.missing', { count: missing, all: rows.length })}</span>}
          </span>
        </p>
        <div className="setup-actions">
          <Button variant="primary" disabled={busy || drafts === 0} onClick={() => void texts.publish(t('texts.published', { name }))}>
            {t('texts.publish')}
          </Button>
          <Menu
            label={t('theme.more')}
            trigger={<EllipsisVertical />}
            sections={[
              {
                label: t('texts.files'),
                items: [
                  { label: t('texts.import'), icon: <Upload />, onSelect: () => input.current?.click() },
                  { label: t('texts.export.json'), icon: <Download />, onSelect: saveJson },
                  { label: t('texts.export.csv'), icon: <Download />, onSelect: saveCsv },
                ],
              },
              {
                label: t('texts.takeBack'),
                items: [
                  ...(drafts
                    ? [
                        {
                          label: t('texts.discard'),
                          icon: <Trash2 />,
                          onSelect: () => openQuestion('discard', () => texts.discard(t('texts.discard.done'))),
                        },
                      ]
                    : []),
                  ...(view.area
                    ? [
                        {
                          label: t('texts.resetArea', { area: view.area }),
                          icon: <RotateCcw />,
                          onSelect: () => openQuestion('resetArea', () => texts.reset(view.area, t('texts.reset.done'))),
                        },
                      ]
                    : []),
                  {
                    label: t('texts.reset', { name }),
                    icon: <RotateCcw />,
                    onSelect: () => openQuestion('reset', () => texts.reset('', t('texts.reset.done'))),
                  },
                ],
              },
            ]}
          />
          <input
            ref={input}
            type="file"
            accept="application/json,text/csv,.json,.csv"
            hidden
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = '';
              if (file) void previewImport(file);
            }}
          />
        </div>
      </div>
      {(note ?? problem) && <FormProblem>{note ?? (problem && t(`error.${problem.code}`, { name: '' }))}</FormProblem>}
      {found && (
        <TextImport
          found={found}
          lang={language.code}
          onClose={() => setFound(null)}
          onDone={(count) => {
            setFound(null);
            void texts.reload();
            showSnackbar({ text: t('texts.import.done', { count }), type: 'success' });
          }}
        />
      )}
      {asked && (
        <Dialog
          open
          title={asked.title}
          closeLabel={t('app.close')}
          onClose={() => setAsked(null)}
          foot={
            <>
              <Button variant="line" onClick={() => setAsked(null)}>
                {t('app.cancel')}
              </Button>
              <Button
                variant="primary"
                onClick={() => {
                  setAsked(null);
                  void asked.go();
                }}
              >
                {asked.action}
              </Button>
            </>
          }
        >
          <p>{asked.text}</p>
        </Dialog>
      )}
    </>
  );
}
