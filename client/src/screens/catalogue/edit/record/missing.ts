/** Missing values of a medium that users search for. None is required. Pure. */
import type { EditRecord } from '@fundus/contract/catalogue/edit';
import type { MessageKey } from '@fundus/contract/messages';

type File = { role: string; viewer: string };

const FIELDS = ['fn_text', 'fn_geb', 'fn_adressat', 'fn_sprache', 'rights_note'] as const;

const isEmpty = (value: string | readonly string[] | null): boolean => value === null || value.length === 0;

/** Returns a message per missing value, also for films without captions; `files` is `null` while unknown. */
export function listMissing(record: EditRecord, files: readonly File[] | null): MessageKey[] {
  const film = files?.some(({ role, viewer }) => role === 'main' && viewer === 'video');
  const captions = files?.some(({ role }) => role === 'caption');
  return [...FIELDS.filter((field) => isEmpty(record[field])), ...(film && !captions ? (['captions'] as const) : [])].map(
    (what) => `edit.missing.${what}` as const,
  );
}
