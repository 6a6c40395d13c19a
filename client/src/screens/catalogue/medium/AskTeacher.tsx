import { href } from '@fundus/contract/screens';
import { MessageCircleQuestion } from 'lucide-react';
import { copyText } from '../../../ui/copy-text.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';

/** A learner asks for a medium by whatever way the class talks: the question with its address is handed to the device, or copied. */
export function AskTeacher({ identifier, title }: { identifier: string; title?: string }) {
  const { t } = useT();
  const shares = typeof navigator.share === 'function';
  const address = new URL(href('media', { id: identifier }), location.origin).href;
  const text = title ? t('media.ask.text', { title, address }) : t('media.ask.text.untitled', { address });
  const ask = async () => {
    if (shares) {
      // Whoever closes the device's own dialog has decided; nothing went wrong.
      return void (await navigator.share({ text }).catch(() => undefined));
    }
    const copied = await copyText(text);
    showSnackbar({ text: t(copied ? 'media.ask.copied' : 'media.share.failed'), type: copied ? 'success' : 'error' });
  };
  return (
    <Button variant={shares ? 'primary' : 'line'} icon={<MessageCircleQuestion />} onClick={() => void ask()}>
      {t(shares ? 'media.ask' : 'media.ask.copy')}
    </Button>
  );
}
