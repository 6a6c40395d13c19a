import { catalogueEdit, MAX_BULK, type EditState, type Gap } from '@fundus/contract/catalogue/edit';
import type { AppError } from '@fundus/contract/errors';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';

/** Returns the media that are selected for bulk changes on all pages of a list. */
export function useChosenMedia(which: { q: string; state: EditState; missing?: Gap }) {
  const { t } = useT();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const clear = (): void => setChosen(new Set());
  const toggle = (identifier: string): void => {
    const next = new Set(chosen);
    if (!next.delete(identifier)) next.add(identifier);
    setChosen(next);
  };
  // Identifies the list, because a late reply may belong to an earlier one.
  const name = `${which.state} ${which.missing ?? ''} ${which.q}`;
  const shown = useRef('');
  useEffect(() => {
    shown.current = name;
  }, [name]);
  const chooseAll = async (): Promise<void> => {
    try {
      const { identifiers, total } = await call(catalogueEdit.editIdentifiers, { query: which });
      if (shown.current !== name) return;
      setChosen(new Set(identifiers));
      if (total > MAX_BULK) showSnackbar({ text: t('bulk.most', { most: MAX_BULK }) });
    } catch (refused) {
      showSnackbar({ text: t(`error.${(refused as AppError).code}`), type: 'error' });
    }
  };
  return { chosen, clear, toggle, chooseAll };
}
