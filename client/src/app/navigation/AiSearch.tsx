import { admission } from '@fundus/contract/access';
import { href, screens } from '@fundus/contract/screens';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import type { Go } from '../../components/page/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { requireLogin } from '../../stores/login-required.ts';
import { useSession } from '../../stores/session.ts';
import { IconButton } from '../../ui/Button.tsx';
import '../../ui/button.css';
import './navigation-bar.css';
import { loadLater } from '../../ui/load-later.tsx';

const load = () => import('./AiSearchDialog.tsx');
/** Loaded on demand, so that it does not slow down the first page. */
const AiSearchDialog = loadLater(async () => (await load()).AiSearchDialog);
const preload = () => void load().catch(() => null);

/** Shows the button and the dialog of the AI search. Asks a guest who may not search to sign in (docs/specification.md#search-screen). */
export function AiSearch({ go }: { go: Go }) {
  const { t } = useT();
  const { user, config } = useSession();
  const [open, setOpen] = useState(false);
  const gate = admission(screens['ai-search'], user || null, config);
  if (gate !== 'admitted' && gate !== 'login') return null;
  // If the dialog cannot be loaded, the AI search screen asks for the question.
  const openDialog = () =>
    void load().then(
      () => setOpen(true),
      () => go(href('ai-search')),
    );
  return (
    <>
      <IconButton
        className="btn btn-icon ai-open"
        label={t('ai.open')}
        icon={<Sparkles />}
        aria-haspopup="dialog"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => (gate === 'login' ? requireLogin(href('ai-search')) : openDialog())}
      />
      {open && <AiSearchDialog go={go} onClose={() => setOpen(false)} />}
    </>
  );
}
