import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';

/** Shows a few fields and a button that adds an entry, inside a dialog. */
export function SmallForm({ ready, onSend, children }: { ready: boolean; onSend: () => void; children: ReactNode }) {
  const { t } = useT();
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) onSend();
      }}
    >
      {children}
      <Button type="submit" variant="primary" icon={<Plus />} disabled={!ready}>
        {t('list.add.here')}
      </Button>
    </form>
  );
}
