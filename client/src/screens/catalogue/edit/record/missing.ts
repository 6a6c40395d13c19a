/** Lists missing values of a medium that are used by the search. None of them is required. Pure. */
import type { EditRecord } from '@fundus/contract/catalogue/edit';
import type { MessageKey } from '@fundus/contract/messages';

type File = { role: string; viewer: string };

const FIELDS = ['fn_text', 'fn_geb', 'fn_adressat', 'fn_sprache', 'rights_note'] as const;

const isEmpty = (value: string | readonly string[] | null): boolean => value === null || value.length === 0;

/** Returns a message key for each missing value, including missing captions of a film. `files` is `null` while they are loading. */
export function listMissingValues(record: EditRecord, files: readonly File[] | null): MessageKey[] {
  const film = files?.some(({ role, viewer }) => role === 'main' && viewer === 'video');
  const captions = files?.some(({ role }) => role === 'caption');
  return [...FIELDS.filter((field) => isEmpty(record[field])), ...(film && !captions ? (['captions'] as const) : [])].map(
    (what) => `edit.missing.${what}` as const,
  );
}
