import { setupAdmin } from '@fundus/contract/setup/admin';
import { href } from '@fundus/contract/screens';
import { Download, EllipsisVertical, Eye, RotateCcw, Trash2, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { Failed } from '../../../components/page/Failed.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Menu } from '../../../ui/overlays/Menu.tsx';
import { Bar, ShowDelayed } from '../../../ui/Skeleton.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { Note } from '../../../ui/Note.tsx';
import { FileRejected, readJson } from '../files.ts';
import { berlinMoment } from '../../../i18n/berlin-time.ts';
import '../setup.css';
import './theme-screen.css';
import { ThemeForm } from './ThemeForm.tsx';
import { ThemeHistory } from './ThemeHistory.tsx';
import { useThemeDraft, type ThemeDraft } from './use-theme-draft.ts';
import { loadLater } from '../../../ui/load-later.tsx';

const ThemeDialogs = loadLater(async () => (await import('./ThemeDialogs.tsx')).ThemeDialogs);
/** Loaded after the form, because it contains many components. */
const ThemePreview = loadLater(async () => (await import('./ThemePreview.tsx')).ThemePreview);

/** Edits, previews and publishes the theme and shows its history (docs/behaviour/setup.md#theme). */
export function ThemeEditor() {
  const { t } = useT();
  const draft = useThemeDraft();
  const [note, setNote] = useState<{ bad: boolean; text: string } | null>(null);
  return (
    <>
      {draft.states.isError && <Failed error={draft.states.error} onRetry={() => void draft.states.refetch()} />}
      {draft.states.isPending && (
        <ShowDelayed>
          <Bar width="100%" height="24rem" />
        </ShowDelayed>
      )}
      {draft.settings && (
        <>
          <Actions draft={draft} onNote={setNote} />
          {note && (
            <Note tone={note.bad ? 'bad' : 'info'} role={note.bad ? 'alert' : 'status'}>
              {note.text}
            </Note>
          )}
          {draft.problem && <FormProblem>{t(`error.${draft.problem.code}`, { name: '' })}</FormProblem>}
          <div className="theme-columns">
            <ThemeForm draft={draft} />

            <ThemePreview settings={draft.settings} />
          </div>
          <ThemeHistory draft={draft} />
        </>
      )}
      <ThemeDialogs draft={draft} />
    </>
  );
}

/** Shows the state of the draft and the actions on it. */
function Actions({ draft, onNote }: { draft: ThemeDraft; onNote: (note: { bad: boolean; text: string } | null) => void }) {
  const { t, locale } = useT();
  const { data, dirty, busy, invalid, version } = draft;
  const input = useRef<HTMLInputElement>(null);
  const shown = data?.draft ?? data?.published;
  const state = dirty ? 'theme.state.changed' : data?.draft ? 'theme.state.draft' : 'theme.state.published';

  const exportFile = async () => {
    const file = await call(setupAdmin.exportTheme, { query: { state: data?.draft ? 'draft' : 'published' } });
    saveFile('theme.json', JSON.stringify(file, null, 2), 'application/json');
  };
  const importFile = async (file: File) => {
    onNote(null);
    try {
      const theme = await readJson(file);
      let left: string[] = [];
      const done = await draft.run(async () => {
        const { states, unknown, invalid: wrong } = await call(setupAdmin.importTheme, { body: { version, theme } });
        left = [
          ...(unknown.length ? [t('theme.import.unknown', { names: unknown.join(', ') })] : []),
          ...(wrong.length ? [t('theme.import.invalid', { names: wrong.join(', ') })] : []),
        ];
        return states;
      }, null);
      if (done) onNote({ bad: false, text: [t('theme.import.done'), ...left].join(' ') });
    } catch (error) {
      if (!(error instanceof FileRejected)) throw error;
      onNote({ bad: true, text: t(error.key) });
    }
  };

  return (
    <div className="setup-bar">
      <p className="setup-state" role="status">
        <span className={`state-dot state-${dirty ? 'changed' : data?.draft ? 'draft' : 'published'}`} />
        <span>
          {t(state)}
          {!dirty && shown?.changed_by && (
            <span className="small-print">{`${shown.changed_by} · ${berlinMoment(shown.published_at ?? shown.changed_at, locale)}`}</span>
          )}
          {dirty && invalid.size > 0 && <span className="small-print setup-bad">{t('theme.state.invalid')}</span>}
        </span>
      </p>
      <div className="setup-actions">
        {dirty && (
          <Button onClick={draft.forget} disabled={busy}>
            {t('theme.undo')}
          </Button>
        )}
        {!dirty && data?.draft && (
          <Button variant="line" icon={<Eye />} onClick={() => window.open(`${href('homepage')}?theme=draft`, '_blank', 'noopener')}>
            {t('theme.preview.open')}
          </Button>
        )}
        {dirty ? (
          <Button variant="primary" disabled={busy || invalid.size > 0} onClick={() => void draft.save()}>
            {t('theme.save')}
          </Button>
        ) : (
          <Button variant="primary" disabled={busy || !data?.draft} onClick={() => void draft.publish()}>
            {t('theme.publish')}
          </Button>
        )}
        <Menu
          label={t('theme.more')}
          trigger={<EllipsisVertical />}
          sections={[
            {
              items: [
                { label: t('theme.export'), icon: <Download />, onSelect: () => void exportFile() },
                { label: t('theme.import'), icon: <Upload />, onSelect: () => input.current?.click() },
              ],
            },
            {
              items: [
                ...(data?.draft ? [{ label: t('theme.discard'), icon: <Trash2 />, onSelect: () => draft.ask({ kind: 'discard' }) }] : []),
                { label: t('theme.reset'), icon: <RotateCcw />, onSelect: () => draft.ask({ kind: 'reset' }) },
              ],
            },
          ]}
        />
        <input
          ref={input}
          type="file"
          accept="application/json,.json"
          hidden
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file) void importFile(file);
          }}
        />
      </div>
    </div>
  );
}
