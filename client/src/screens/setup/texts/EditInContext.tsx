import { href } from '@fundus/contract/screens';
import { pluralForm } from '@fundus/contract/locale';
import type { TextRow } from '@fundus/contract/setup/texts';
import { Check, List } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Go } from '../../../components/page/screen.ts';
import { languageName } from '../../../i18n/format.ts';
import { addTextMark } from '../../../i18n/text-marks.ts';
import { currentLocale, setTextMarker, showMessages, useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { editTexts } from '../../../stores/text-editing.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { Segment } from '../../../ui/fields/Segment.tsx';
import '../../../ui/button.css';
import './in-context.css';
import '../setup.css';
import { TextEditor } from './TextEditor.tsx';
import './translation-screen.css';
import { useMarkedTexts } from './use-marked-texts.ts';
import { showPublished, useTexts } from './use-texts.ts';

/**
 * Edits texts on the page itself (docs/behaviour/setup.md#own-texts). The page shows the draft and outlines every text, and a click opens its field.
 * Only this administrator sees the draft, until the page is closed.
 */
export function EditInContext({ lang, go }: { lang: string; go: Go }) {
  const { t, locale } = useT();
  const texts = useTexts(lang);
  const [picking, setPicking] = useState(true);
  const [picked, setPicked] = useState<readonly string[] | null>(null);
  const [listing, setListing] = useState(false);
  const onPage = useMarkedTexts(texts.texts.data !== undefined, picking, setPicked);
  useDraftOnPage(lang, texts);

  const close = () => setPicked(null);
  const rows = picked ? rowsOf(texts.rows, picked) : [];
  return (
    <div data-plain>
      <aside className="in-context" data-picking={picking || undefined} aria-label={t('texts.inContext')}>
        <p>
          <strong>{t('texts.inContext')}</strong> · {languageName(lang, locale)}
          <span className="small-print">{t(picking ? 'texts.inContext.picking' : 'texts.inContext.using')}</span>
        </p>
        <Segment
          label={t('texts.inContext.click')}
          value={picking ? 'pick' : 'use'}
          options={[
            { value: 'pick', label: t('texts.inContext.pick') },
            { value: 'use', label: t('texts.inContext.use') },
          ]}
          onChange={(value) => setPicking(value === 'pick')}
        />
        <Button variant="line" icon={<List />} disabled={onPage.length === 0} onClick={() => setListing(true)}>
          {t('texts.inContext.list', { count: onPage.length })}
        </Button>
        <Button
          variant="primary"
          icon={<Check />}
          onClick={() => {
            editTexts(null);
            go(href('translation', {}, { lang, state: 'draft' }));
          }}
        >
          {t('texts.inContext.done')}
        </Button>
      </aside>
      <Dialog open={listing} title={t('texts.inContext.onPage')} closeLabel={t('app.close')} onClose={() => setListing(false)}>
        <TextList
          texts={onPage}
          onPick={(key) => {
            setListing(false);
            setPicked([key]);
          }}
        />
      </Dialog>
      <Dialog open={picked !== null} title={t('texts.inContext.edit')} closeLabel={t('app.close')} onClose={close}>
        {rows.length === 1 && language(texts) ? (
          <One
            row={rows[0]!}
            texts={texts}
            onClose={(saved) => {
              close();
              if (saved) showSnackbar({ text: t('texts.inContext.saved'), type: 'success' });
            }}
          />
        ) : (
          <TextList texts={rows.map(({ key, own, base }) => ({ key, words: own ?? base }))} onPick={(key) => setPicked([key])} />
        )}
      </Dialog>
    </div>
  );
}

type Texts = ReturnType<typeof useTexts>;

/** Shows the draft on the whole page with marked texts. On unmount, the published texts are shown again. */
function useDraftOnPage(lang: string, texts: Texts): void {
  const before = useRef(currentLocale());
  const set = texts.texts.data;
  useEffect(() => {
    if (!set) return;
    setTextMarker(addTextMark);
    showMessages(lang, Object.fromEntries(set.rows.map((row) => [row.key, row.own ?? row.base])));
  }, [set, lang]);
  useEffect(() => {
    const language = before.current;
    return () => {
      setTextMarker(null);
      void showPublished(language);
    };
  }, []);
}

type ListProps = { texts: readonly { key: string; words: string }[]; onPick: (key: string) => void };

/** Lists texts and their keys as buttons. */
function TextList({ texts, onPick }: ListProps) {
  return (
    <ul className="in-context-list">
      {texts.map(({ key, words }) => (
        <li key={key}>
          <button type="button" className="btn in-context-row" onClick={() => onPick(key)}>
            <span>{words}</span>
            <code>{key}</code>
          </button>
        </li>
      ))}
    </ul>
  );
}

const language = (texts: Texts) => texts.texts.data?.language ?? null;

function One({ row, texts, onClose }: { row: TextRow; texts: Texts; onClose: (saved: boolean) => void }) {
  const { t } = useT();
  const about = language(texts)!;
  const saved = useRef(false);
  return (
    <div className="in-context-one">
      <p>
        <code>{row.key}</code>
        <span className="small-print" lang={about.has_texts ? about.code : 'en'} dir={about.has_texts ? about.dir : 'ltr'}>
          {t('texts.default')}: {row.base}
        </span>
      </p>
      <TextEditor
        row={row}
        language={about}
        save={async (...given) => {
          await texts.save(...given);
          saved.current = true;
        }}
        reload={texts.reload}
        onClose={() => onClose(saved.current)}
      />
    </div>
  );
}

/** Returns the rows of the keys, including all plural forms. */
const rowsOf = (rows: readonly TextRow[], keys: readonly string[]): TextRow[] =>
  rows.filter(({ key }) => keys.includes(key) || keys.includes(pluralForm(key)?.base ?? ''));
