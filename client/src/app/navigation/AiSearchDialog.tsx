import { href } from '@fundus/contract/screens';
import { QuestionForm } from '../../components/search/QuestionForm.tsx';
import type { Go } from '../../components/page/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';

/** Asks for a question and opens the screen that answers it. */
export function AiSearchDialog({ go, onClose }: { go: Go; onClose: () => void }) {
  const { t } = useT();
  return (
    <Dialog open onClose={onClose} title={t('ai.title')} closeLabel={t('app.close')}>
      <p className="quiet">{t('ai.about')}</p>
      <QuestionForm
        text=""
        examples
        focused
        onAsk={(q) => {
          onClose();
          go(href('ai-search', {}, { q }));
        }}
      />
    </Dialog>
  );
}
