import { admission } from '@fundus/contract/access';
import { href, screens } from '@fundus/contract/screens';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { QuestionForm } from '../components/QuestionForm.tsx';
import type { Go } from '../components/screen.ts';
import { useT } from '../i18n/translate.ts';
import { requireLogin } from '../stores/login-required.ts';
import { useSession } from '../stores/session.ts';
import { IconButton } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';

/** The way to the AI search: a button in the bar and its dialog. A guest who may not search is asked to sign in instead (spec §6). */
export function AiSearch({ go }: { go: Go }) {
  const { t } = useT();
  const { user, config } = useSession();
  const [open, setOpen] = useState(false);
  const gate = admission(screens['ai-search'], user || null, config);
  if (gate !== 'admitted' && gate !== 'login') return null;
  return (
    <>
      <IconButton
        className="btn btn-icon ai-open"
        label={t('ai.open')}
        icon={<Sparkles />}
        aria-haspopup="dialog"
        onClick={() => (gate === 'login' ? requireLogin(href('ai-search')) : setOpen(true))}
      />
      <Dialog open={open} onClose={() => setOpen(false)} title={t('ai.title')} closeLabel={t('app.close')}>
        <p className="quiet">{t('ai.about')}</p>
        <QuestionForm
          text=""
          examples
          focused
          onAsk={(q) => {
            setOpen(false);
            go(href('ai-search', {}, { q }));
          }}
        />
      </Dialog>
    </>
  );
}
